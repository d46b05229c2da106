package facts

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/files"
)

var followed = engine.Fact{
	Doc: "files of call(), each followed by the files that existing links lead its path to: followed(call().writes, ['~/.claude/settings.json']). " +
		"A symbolic link adds the path it leads to; a hard link to a file that the hooks depend on adds that file's path. " +
		"A link that is itself removed or moved is not followed, unless all below it is removed. " +
		"A tree that is copied over a folder, or a tar or zip that is unpacked there, adds those of the settings that it has. " +
		"foothold() says which files hooks depend on; a folder among the settings stands for all files in it.",
	Params: "files, settings",
	Looks:  "links, and the agent's settings, for what its hooks start",
	Items:  1,
	Ask:    engine.Func2[any, any, []any](follow),
}

func follow(c *engine.Call, list, settings any) (all []any, err error) {
	f := follower{Call: c, settings: settings}
	for _, v := range engine.Listed(list) {
		file, ok := v.(effects.File)
		if !ok {
			return nil, fmt.Errorf("found %T, want files of call()", v)
		}
		all = append(all, file)
		if file.Host != "" || !filepath.IsAbs(file.Path) {
			continue
		}
		paths, err := f.led(file)
		if err != nil {
			return nil, err
		}
		for _, to := range paths {
			by := file
			by.Path = to
			all = append(all, by)
		}
	}
	return all, nil
}

// A follower finds where the paths of one call lead.
type follower struct {
	*engine.Call
	settings any
	ground   []found           // files that the hooks depend on; nil until needed
	folders  map[string]string // resolved, by their paths: most paths of a call share a folder
}

// led returns the paths that existing links lead a file's to.
func (f *follower) led(file effects.File) (paths []string, err error) {
	from, err := there(file.Path)
	if err != nil {
		return nil, err
	}
	path, err := through(file.Via)
	if err != nil {
		return nil, err
	}
	if path != "" {
		own, err := f.named(path)
		if err != nil {
			return nil, err
		}
		paths, from = append(paths, own), append(from, path)
	}
	for _, path := range from {
		reached, err := f.reaches(file, path)
		if err != nil {
			return nil, err
		}
		paths = append(paths, reached...)
	}
	beyond, err := f.beyond(file.Path)
	if err != nil {
		return nil, err
	}
	paths = append(paths, beyond...)
	laid, err := f.laid(file)
	return append(paths, laid...), err
}

// A found file exists.
type found struct {
	path string
	info fs.FileInfo
}

// doubt returns an error that leaves open where a path leads. It returns nil for an error that the
// agent would meet as well: what the agent can't get to, it can't change.
func doubt(err error) error {
	if err == nil || files.Barred(err) {
		return nil
	}
	return err
}

// there returns the existing paths that a pattern matches; a path without a pattern as it is.
func there(path string) (list []string, err error) {
	const most = 500
	if !strings.ContainsAny(path, "*?[") {
		return []string{path}, nil
	}
	// Only one folder is read: a pattern of folders may match many.
	dir := filepath.Dir(path)
	if strings.ContainsAny(dir, "*?[") {
		return nil, nil
	}
	names, err := files.Names(dir)
	for _, name := range names {
		if fits, _ := filepath.Match(filepath.Base(path), name); fits && len(list) < most { // an error means an invalid pattern
			list = append(list, filepath.Join(dir, name))
		}
	}
	return list, doubt(err)
}

// beyond returns how a pattern of folders goes on behind links: the folder before its first pattern,
// and the links that this matches there.
func (f *follower) beyond(pattern string) (list []string, err error) {
	const most = 500
	i := strings.IndexAny(pattern, "*?[")
	if i < 0 || !strings.Contains(pattern[i:], "/") {
		return nil, nil
	}
	cut := strings.LastIndexByte(pattern[:i], '/')
	dir, rest := cmp.Or(pattern[:cut], "/"), pattern[cut+1:]
	add := func(from, rest string) error {
		to, err := f.folder(from)
		if err == nil {
			to, err = f.named(to)
		}
		if err == nil && to != from {
			list = append(list, filepath.Join(to, rest))
		}
		return doubt(err)
	}
	if err := add(dir, rest); err != nil {
		return nil, err
	}
	first, rest, _ := strings.Cut(rest, "/")
	names, err := files.Names(dir)
	for _, name := range names {
		at := filepath.Join(dir, name)
		fits, _ := filepath.Match(first, name)
		if info, err := os.Lstat(at); !fits || err != nil || info.Mode()&fs.ModeSymlink == 0 || len(list) == most {
			continue
		}
		if err := add(at, rest); err != nil {
			return nil, err
		}
	}
	return list, doubt(err)
}

// through resolves a path with .. after links as the system does; "" for "", or if .. follows a
// folder that doesn't exist.
func through(via string) (string, error) {
	rest := ""
	for path := via; path != ""; {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		i := strings.LastIndexByte(path, filepath.Separator)
		if unsure := doubt(err); unsure != nil || path[i+1:] == ".." {
			return "", unsure
		}
		path, rest = path[:max(i, 0)], filepath.Join(path[i+1:], rest)
	}
	return "", nil
}

// parts reports whether what is done to a file only removes or moves one of its names: what a link
// leads to stays.
func parts(f effects.File) bool { return f.How == "move" || f.How == "delete" && !f.Deep }

// reaches returns the other paths that are affected by what is done to a path.
func (f *follower) reaches(file effects.File, path string) (paths []string, err error) {
	parted := parts(file)
	dir, err := f.folder(filepath.Dir(path))
	at := filepath.Join(dir, filepath.Base(path))
	info, there := os.Lstat(at)
	if err == nil && !parted && !files.Absent(there) && (there != nil || info.Mode()&fs.ModeSymlink != 0) {
		if at, err = unlinked(at); err == nil {
			info, there = os.Lstat(at)
		}
	}
	if err != nil || doubt(there) != nil {
		return nil, cmp.Or(doubt(err), doubt(there))
	}
	to, err := f.named(at)
	if err != nil {
		return nil, err
	}
	if to != path {
		paths = append(paths, to)
	}
	if parted || file.How == "delete" || there != nil || !linked(info) {
		return paths, nil
	}
	same, err := f.same(info)
	for _, name := range same {
		if name != path && !slices.Contains(paths, name) {
			paths = append(paths, name)
		}
	}
	return paths, err
}

// folder is unlinked with a cache.
func (f *follower) folder(dir string) (real string, err error) {
	real, ok := f.folders[dir]
	if ok {
		return real, nil
	}
	if real, err = unlinked(dir); err != nil {
		return "", err
	}
	if f.folders == nil {
		f.folders = map[string]string{}
	}
	f.folders[dir] = real
	return real, nil
}

// named rewrites a resolved path to start at the project's or the home folder's own path, if it
// lies in one.
func (f *follower) named(at string) (string, error) {
	for _, dir := range []string{f.Host.Dir, f.Host.Home} {
		if dir == "" {
			continue
		}
		real, err := f.folder(dir)
		if doubt(err) != nil {
			return "", err
		}
		if err != nil || real == string(filepath.Separator) {
			continue
		}
		if rel, err := filepath.Rel(real, at); err == nil && filepath.IsLocal(rel) {
			return filepath.Join(dir, rel), nil
		}
	}
	return at, nil
}

// same returns the paths of a file among those that the hooks depend on.
func (f *follower) same(info fs.FileInfo) (paths []string, err error) {
	if f.ground == nil {
		f.ground = []found{}
		for _, s := range f.Host.Stands(texts(f.settings)) {
			if err := f.addLinked(s.Path); err != nil {
				return nil, err
			}
		}
	}
	for _, g := range f.ground {
		if os.SameFile(g.info, info) {
			paths = append(paths, g.path)
		}
	}
	return paths, nil
}

// addLinked adds a file with several names to the ground, or all such files in a folder.
func (f *follower) addLinked(path string) error {
	const most = 5_000 // files and folders
	left := most
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return doubt(err)
	}
	return filepath.WalkDir(real, func(at string, d fs.DirEntry, err error) error {
		if left--; left < 0 {
			return fs.SkipAll
		}
		if err != nil {
			return doubt(err)
		}
		info, err := d.Info()
		if err != nil {
			return doubt(err)
		}
		if linked(info) {
			f.ground = append(f.ground, found{filepath.Join(path, strings.TrimPrefix(at, real)), info})
		}
		return nil
	})
}
