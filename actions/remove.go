package actions

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

type removal struct {
	patterns []string
	age      string
}

// Take implements engine.Taker.
func (r *removal) Take(args any) {
	m, _ := args.(map[string]any)
	r.age, _ = m["olderThan"].(string)
	switch all := m["files"].(type) {
	case []string:
		r.patterns = all
	case []any:
		for _, p := range all {
			r.patterns = append(r.patterns, plan.TextOf(p))
		}
	default:
		r.patterns = []string{plan.TextOf(all)}
	}
}

// A Removed lists what was removed.
type Removed struct {
	Files []string `expr:"files"` // paths
}

var remove = engine.Action{
	Doc: `remove files; missing files are no fault
Patterns match as in glob(). Links are removed but not their targets; folders stay.
stay.

The result has .files, the paths of the removed files.`,
	Args: `{
	files!: string | [...string] // a path or pattern, or several
	olderThan?: =~"^([0-9.]+(ms|s|m|h))+$" | =~#"\$\{"# | error("want a duration such as 60s or 24h")
}`,
	Writes: []string{"files"},
	Do:     engine.Give[removal, Removed](removeFiles),
}

func removeFiles(c *engine.Call, r removal) (Removed, error) {
	result := Removed{Files: []string{}}
	age, err := time.ParseDuration(cmp.Or(r.age, "0s"))
	if err != nil {
		return result, fmt.Errorf("found olderThan %q, want a duration such as 24h", r.age)
	}
	var dirs []files.Place // each synced once, as many files may be removed
	for _, pattern := range r.patterns {
		found, err := facts.FilesLike(c, pattern)
		if err = c.Settled(err); err != nil {
			return result, err
		}
		for _, p := range found {
			gone := false
			err := p.Folder().Lock(func() (err error) {
				gone, err = removeOne(p, func(info fs.FileInfo) bool {
					return r.age == "" || files.Age(c.Host.Now(), info.ModTime()) > age
				})
				return err
			})
			if err != nil {
				return result, err
			}
			if !gone {
				continue
			}
			result.Files = append(result.Files, c.Host.Local(p.Path()))
			if !slices.Contains(dirs, p.Folder()) {
				dirs = append(dirs, p.Folder())
			}
		}
	}
	for _, dir := range dirs {
		if err := dir.Sync(); err != nil {
			return result, err
		}
	}
	return result, nil
}

// removeOne removes the file at p if it is due, and reports whether it did.
func removeOne(p files.Place, due func(fs.FileInfo) bool) (bool, error) {
	info, err := p.Lstat()
	if err == nil && !info.IsDir() && due(info) {
		err = p.Drop()
		if err == nil {
			return true, nil
		}
	}
	if files.Absent(err) {
		err = nil
	}
	return false, err
}
