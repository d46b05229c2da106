package layers

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Named returns the layers of the rule sets that arguments name, a folder each, or
// without any of the one that counts in folder here. DIR/... stands for all folders
// from DIR downwards that hold rule files.
func Named(args []string, here string, getenv func(string) string) ([][]string, error) {
	if len(args) == 0 {
		return [][]string{Find(nil, here, getenv).Layers}, nil
	}
	dirs, err := folders(args)
	var sets [][]string
	for _, dir := range dirs {
		sets = append(sets, []string{absolute(dir)})
	}
	return sets, err
}

// folders returns the rule folders that arguments name, in their order, each once.
func folders(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		top, below := strings.CutSuffix(filepath.ToSlash(arg), "...")
		if !below || top != "" && !strings.HasSuffix(top, "/") {
			all = append(all, arg)
			continue
		}
		found, err := ruleFolders(filepath.FromSlash(top + "."))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: found no folder of rule files", arg)
		}
		all = append(all, found...)
	}
	var once []string
	for _, f := range all {
		if !slices.Contains(once, f) {
			once = append(once, f)
		}
	}
	return once, nil
}

// without are folders that hold no rules of the project.
var without = []string{".git", "cue.mod", "node_modules"}

// ruleFolders returns the folders from dir downwards that have .cue files other
// than tests.
func ruleFolders(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(filepath.Clean(dir), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(without, d.Name()):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".cue" || strings.HasSuffix(path, "_test.cue"):
			return nil
		}
		if folder := filepath.Dir(path); !slices.Contains(found, folder) {
			found = append(found, folder)
		}
		return nil
	})
	return found, err
}
