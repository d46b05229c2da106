package layers

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
)

// Named returns the layers of the rule sets that arguments name, a folder each; without arguments
// those of the set that applies in the folder here, or ErrNone. A rule file stands for its folder,
// DIR/... for all folders from DIR downwards that hold rule files.
func Named(args []string, here string, getenv func(string) string) ([][]string, error) {
	if len(args) == 0 {
		in := Find(nil, here, getenv).Layers
		if len(in) == 0 {
			return nil, ErrNone
		}
		return [][]string{in}, nil
	}
	dirs, err := folders(args)
	var sets [][]string
	for _, dir := range dirs {
		sets = append(sets, []string{absolute(dir)})
	}
	return sets, err
}

// folders returns the rule folders that arguments name, in order, without repetitions.
func folders(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		top, below := strings.CutSuffix(filepath.ToSlash(arg), "...")
		if !below || top != "" && !strings.HasSuffix(top, "/") {
			dir, err := folder(arg)
			if err != nil {
				return nil, err
			}
			all = append(all, dir)
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

// folder returns the rule folder that an argument names: a pack, a folder, or the folder of a rule
// file.
func folder(arg string) (string, error) {
	if IsPack(arg) {
		return arg, nil
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil && !files.Absent(err):
		return "", err
	case err != nil:
		return "", fmt.Errorf("%s: found nothing there, want a folder of rule files, or one of its files", arg)
	case info.IsDir():
		return arg, nil
	case filepath.Ext(arg) != ".cue":
		return "", fmt.Errorf("%s: found another file, want a rule file, whose name ends in .cue", arg)
	}
	return filepath.Dir(arg), nil
}

// without lists folders that hold no rules of the project.
var without = []string{".git", "cue.mod", "node_modules"}

// ruleFolders returns the folders from dir downwards that have .cue files other than tests.
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
