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
	Doc: "files of call(), and beside each what links that there are make of its path: followed(call().writes, ['~/.claude/settings.json']). " +
		"What is done through a symbolic link is said by the path that it leads to; what is done to another name of a file that the hooks stand on (a hard link), by the path that it has there. " +
		"A link that is itself removed or moved leads nowhere, but one that is removed with all below. " +
		"What the hooks stand on is found as foothold() finds it; a folder may stand among the settings, for all that lies in it.",
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
	ground   []found           // files that the hooks stand on, once they are asked for
	folders  map[string]string // without links, by their paths: most paths of a call share theirs
}

// A found file is one that is there.
type found struct {
	path string
	info fs.FileInfo
}

// there returns the paths that a pattern stands for, as far as they can be looked at; a path
// that is none stands for itself.
func there(path string) (list []string) {
	const most = 500
	if !strings.ContainsAny(path, "*?[") {
		return []string{path}
	}
	// No more than one folder is read: what a pattern of folders stands for may be much.
	dir := filepath.Dir(path)
	if strings.ContainsAny(dir, "*?[") {
		return nil
	}
	names, _ := files.Names(dir) // who can't read it can't write through what is in it
	for _, name := range names {
		if fits, _ := filepath.Match(filepath.Base(path), name); fits && len(list) < most { // an error is that it is no pattern
			list = append(list, filepath.Join(dir, name))
		}
	}
	return list
}

// through returns the path that one with .. after links leads to, as the system follows it; ""
// for "", and where a folder that is gone has it.
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

// reaches returns where what is done to a path is done, if that isn't by this path. What can't
// be followed by who asks can't be written through by the agent.
func (f *follower) reaches(file effects.File, path string) (paths []string) {
	parted := file.How == "move" || file.How == "delete" && !file.Deep
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

// folder returns a folder's path without links; see unlinked.
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

// named returns a path without links as one from the home folder or the project, however
// links lead to these.
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

// same returns the paths that a file has among those that the hooks stand on.
func (f *follower) same(info fs.FileInfo) (paths []string) {
	if f.ground == nil {
		f.ground = []found{}
		for _, s := range f.Host.Stands(texts(f.settings)) {
			f.look(s.Path)
		}
	}
	for _, g := range f.ground {
		if os.SameFile(g.info, info) {
			paths = append(paths, g.path)
		}
	}
	return paths
}

// look adds a file that has more names than one, or those that lie in a folder.
func (f *follower) look(path string) {
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
			return nil // who can't read it can't link it either
		}
		if info, err := d.Info(); err == nil && linked(info) {
			f.ground = append(f.ground, found{filepath.Join(path, strings.TrimPrefix(at, real)), info})
		}
		return nil
	})
}
