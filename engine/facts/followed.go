package facts

import (
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
		led := func(to string) {
			by := file
			by.Path = to
			all = append(all, by)
		}
		paths := there(file.Path)
		if path := through(file.Via); path != "" {
			led(f.named(path))
			paths = append(paths, path)
		}
		for _, path := range paths {
			for _, to := range f.reaches(file, path) {
				led(to)
			}
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

// A found file exists.
type found struct {
	path string
	info fs.FileInfo
}

// there returns the existing paths that a pattern matches, as far as they can be read; a path
// without a pattern as it is.
func there(path string) (list []string) {
	const most = 500
	if !strings.ContainsAny(path, "*?[") {
		return []string{path}
	}
	// Only one folder is read: a pattern of folders may match many.
	dir := filepath.Dir(path)
	if strings.ContainsAny(dir, "*?[") {
		return nil
	}
	names, _ := files.Names(dir) // an agent that can't read it can't write through its links
	for _, name := range names {
		if fits, _ := filepath.Match(filepath.Base(path), name); fits && len(list) < most { // an error means an invalid pattern
			list = append(list, filepath.Join(dir, name))
		}
	}
	return list
}

// through resolves a path with .. after links as the system does; "" for "", or if .. follows a
// folder that doesn't exist.
func through(via string) string {
	rest := ""
	for path := via; path != ""; {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		i := strings.LastIndexByte(path, filepath.Separator)
		if path[i+1:] == ".." {
			return ""
		}
		path, rest = path[:max(i, 0)], filepath.Join(path[i+1:], rest)
	}
	return ""
}

// parts reports whether what is done to a file only removes or moves one of its names: what a link
// leads to stays.
func parts(f effects.File) bool { return f.How == "move" || f.How == "delete" && !f.Deep }

// reaches returns the other paths that are affected by what is done to a path. Links that can't be
// followed here are left out, as the agent can't write through them either.
func (f *follower) reaches(file effects.File, path string) (paths []string) {
	parted := parts(file)
	dir, err := f.folder(filepath.Dir(path))
	at := filepath.Join(dir, filepath.Base(path))
	info, there := os.Lstat(at)
	if err == nil && !parted && !files.Absent(there) && (there != nil || info.Mode()&fs.ModeSymlink != 0) {
		if at, err = unlinked(at); err == nil {
			info, there = os.Lstat(at)
		}
	}
	if err != nil {
		return nil
	}
	if to := f.named(at); to != path {
		paths = append(paths, to)
	}
	if parted || file.How == "delete" {
		return paths
	}
	if there == nil && linked(info) {
		for _, name := range f.same(info) {
			if name != path && !slices.Contains(paths, name) {
				paths = append(paths, name)
			}
		}
	}
	return paths
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
func (f *follower) named(at string) string {
	for _, dir := range []string{f.Host.Dir, f.Host.Home} {
		if dir == "" {
			continue
		}
		real, err := f.folder(dir)
		if err != nil || real == string(filepath.Separator) {
			continue
		}
		if rel, err := filepath.Rel(real, at); err == nil && filepath.IsLocal(rel) {
			return filepath.Join(dir, rel)
		}
	}
	return at
}

// same returns the paths of a file among those that the hooks depend on.
func (f *follower) same(info fs.FileInfo) (paths []string) {
	if f.ground == nil {
		f.ground = []found{}
		for _, s := range f.Host.Stands(texts(f.settings)) {
			f.addLinked(s.Path)
		}
	}
	for _, g := range f.ground {
		if os.SameFile(g.info, info) {
			paths = append(paths, g.path)
		}
	}
	return paths
}

// addLinked adds a file with several names to the ground, or all such files in a folder.
func (f *follower) addLinked(path string) {
	const most = 5_000 // files and folders
	left := most
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return
	}
	_ = filepath.WalkDir(real, func(at string, d fs.DirEntry, err error) error {
		if left--; left < 0 {
			return fs.SkipAll
		}
		if err != nil {
			return nil // an agent that can't read it can't link to it either
		}
		if info, err := d.Info(); err == nil && linked(info) {
			f.ground = append(f.ground, found{filepath.Join(path, strings.TrimPrefix(at, real)), info})
		}
		return nil
	})
}
