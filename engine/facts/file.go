package facts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// A File is what the file system knows of a path. What isn't there has no size
// and is endlessly old.
type File struct {
	Path   string        `expr:"path"` // absolute
	Name   string        `expr:"name"` // last part of the path
	Exists bool          `expr:"exists"`
	Dir    bool          `expr:"dir"`  // it is a folder
	Size   int           `expr:"size"` // bytes
	Age    time.Duration `expr:"age"`  // since it was last changed
}

func file() engine.Fact {
	return engine.Fact1(
		"what is at a path: .exists .dir .size (bytes) .age .path .name", "path",
		func(c *engine.Call, name string) (File, error) {
			if name == "" {
				return File{Age: files.Never}, nil
			}
			p, err := c.Host.Path(name)
			if err != nil {
				return File{}, err
			}
			return stat(c.Host, p), nil
		})
}

func stat(h *engine.Host, path string) File {
	f := File{Path: path, Name: filepath.Base(path), Age: files.Never}
	info, err := os.Stat(h.At(path))
	if err != nil {
		return f
	}
	f.Exists, f.Dir, f.Size, f.Age = true, info.IsDir(), int(info.Size()), h.Now().Sub(info.ModTime())
	return f
}

func glob() engine.Fact {
	return engine.Fact1(
		"the files that a pattern (* ? [a-z], one folder at a time) finds, by name", "pattern",
		func(c *engine.Call, pattern string) ([]File, error) {
			paths, err := find(c, pattern)
			found := []File{}
			for _, p := range paths {
				found = append(found, stat(c.Host, p))
			}
			return found, err
		})
}

func newest() engine.Fact {
	return engine.Fact1(
		"the file last changed of those a pattern finds, folders and links left out; .exists is false if there is none", "pattern",
		func(c *engine.Call, pattern string) (File, error) {
			paths, err := find(c, pattern)
			best := File{Age: files.Never}
			for _, p := range paths {
				if info, err := os.Lstat(c.Host.At(p)); err != nil || !info.Mode().IsRegular() {
					continue // a link may be the one that is made of the answer
				}
				if f := stat(c.Host, p); f.Age < best.Age {
					best = f
				}
			}
			return best, err
		})
}

// find returns the paths a pattern matches, sorted. Only what the rule wrote is
// a pattern: the project's own path may have any characters.
func find(c *engine.Call, pattern string) ([]string, error) {
	if pattern == "" {
		return nil, nil
	}
	base := c.Host.Dir
	if rest, ok := strings.CutPrefix(pattern, "~/"); ok {
		base, pattern = c.Host.Home, rest
	} else if filepath.IsAbs(pattern) {
		if _, err := c.Host.Path(pattern); err != nil {
			return nil, err
		}
		base = filepath.VolumeName(pattern) + string(filepath.Separator)
		pattern = strings.TrimPrefix(pattern, base)
	}
	if _, err := c.Host.Path(pattern); err != nil || base == "" {
		return nil, err
	}
	names, err := fs.Glob(c.Host.Files(base), path.Clean(filepath.ToSlash(pattern)))
	if err != nil {
		return nil, fmt.Errorf("found pattern %q: %w", pattern, err)
	}
	for i, n := range names {
		names[i] = filepath.Join(base, filepath.FromSlash(n))
	}
	sort.Strings(names)
	return names, nil
}

func entries() engine.Fact {
	return engine.Fact2(
		"the files in a folder whose names match a pattern (* ? [a-z]), by name; none if there is no such folder", "folder, pattern",
		func(c *engine.Call, folder, pattern string) ([]File, error) {
			found := []File{}
			dir, err := c.Host.Path(folder)
			if err != nil {
				return found, err
			}
			all, err := fs.ReadDir(c.Host.Files(dir), ".")
			if errors.Is(err, fs.ErrNotExist) {
				return found, nil
			}
			for _, d := range all {
				ok, err := path.Match(pattern, d.Name())
				if err != nil {
					return found, fmt.Errorf("found pattern %q: %w", pattern, err)
				}
				if ok {
					found = append(found, stat(c.Host, filepath.Join(dir, d.Name())))
				}
			}
			return found, err
		})
}

func beside() engine.Fact {
	return engine.Fact2(
		"the path of a name in the folder where path lies; empty if path is", "path, name",
		func(_ *engine.Call, path, name string) (string, error) {
			if path == "" {
				return "", nil
			}
			return filepath.ToSlash(filepath.Join(filepath.Dir(path), name)), nil
		})
}

func read() engine.Fact {
	return engine.Fact1(
		"the text of a file; empty if there is none", "path",
		func(c *engine.Call, name string) (string, error) { return content(c, name) }).Lengthy()
}

func section() engine.Fact {
	return engine.Fact2(
		"what stands in a file between <!-- name --> and <!-- /name -->, lines that are only a comment left out, trimmed", "path, name",
		func(c *engine.Call, path, name string) (string, error) {
			s, err := content(c, path)
			if name == "" {
				return "", err
			}
			return files.Section(s, name), err
		}).Lengthy()
}

func content(c *engine.Call, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	path, err := c.Host.Path(name)
	if err != nil {
		return "", err
	}
	data, err := files.Read(c.Host.At(path))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.ToValidUTF8(string(data), "\uFFFD"), err
}
