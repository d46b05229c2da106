package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
)

// Lay makes files. New files get the time of the clock less their age as the time of their last
// change.
func (b *Box) Lay(list []File, clock time.Time) error {
	for _, f := range list {
		if err := b.lay(f); err != nil {
			return err
		}
	}
	b.Settle(clock)
	for _, f := range list {
		path := b.path(f.Path)
		if f.Gone || f.Link != "" {
			continue
		}
		then := clock.Add(-f.Age)
		if err := os.Chtimes(path, then, then); err != nil {
			return err
		}
		b.times[path] = then
	}
	for _, f := range list { // last, as nothing can be put into a folder without write permission
		if f.Mode != 0 {
			if err := os.Chmod(b.path(f.Path), f.Mode); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Box) lay(f File) error {
	path := b.path(f.Path)
	switch {
	case f.Gone:
		return os.RemoveAll(path)
	case f.Dir:
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if f.Link == "" {
		return os.WriteFile(path, []byte(b.Real(f.Text)), 0o644)
	}
	if err := os.Remove(path); err != nil && !files.Absent(err) {
		return err
	}
	return os.Symlink(b.Real(f.Link), path)
}

// Settle sets the time of the files changed since its last call to that of the clock, as if the
// clock were the system's.
func (b *Box) Settle(clock time.Time) {
	filepath.WalkDir(b.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return nil // a file that can't be read can't have changed
		}
		info, err := d.Info()
		if err != nil || info.ModTime().Equal(b.times[path]) {
			return nil
		}
		if os.Chtimes(path, clock, clock) == nil {
			b.times[path] = clock
		}
		return nil
	})
}

// Read returns a file's text, and whether the file exists.
func (b *Box) Read(name string) (text string, ok bool, err error) {
	data, err := os.ReadFile(b.path(name))
	if files.Absent(err) {
		return "", false, nil
	}
	return b.Shown(string(data)), true, err
}

// Names returns the names in a folder, sorted, and whether the folder exists.
func (b *Box) Names(name string) (names []string, ok bool, err error) {
	entries, err := os.ReadDir(b.path(name))
	if files.Absent(err) {
		return nil, false, nil
	}
	names = []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, true, err
}
