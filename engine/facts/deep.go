package facts

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// mostFiles and mostNames bound the files that a pattern with ** finds and the names it looks at.
const (
	mostFiles = 10_000
	mostNames = 100_000
)

// namesLike returns the names that a pattern matches in a folder, relative to it. It fails if the
// folder can't be read. Unreadable folders below are left out with a doubt, as a project may
// contain some that don't matter.
func namesLike(c *engine.Call, dir files.Place, pattern string) (found []string, unsure, err error) {
	parts := strings.Split(pattern, "/")
	named := !strings.ContainsAny(pattern, `*?[\`) // it names one file, so no folder is read
	var unread, first, out error
	left := 0
	in := dir.FS(func(name string, err error) {
		if files.LeadsOut(err) { // not in the project, but it may stand for files that were
			out = err
			return
		}
		switch left++; {
		case name == "." || named:
			unread = err
		case first == nil:
			first = err
		}
	})
	defer func() {
		if unread != nil {
			found, err = nil, unread
		} else if first != nil {
			unsure = c.Doubt(fmt.Errorf("pattern %q: found %d folders that can't be read: %w", pattern, left, first), "what is in them is left out")
		} else if out != nil {
			unsure = c.Doubt(fmt.Errorf("pattern %q: %w", pattern, out), "what it leads to is left out")
		}
	}()
	if !slices.Contains(parts, "**") {
		found, err = fs.Glob(in, pattern)
		return found, nil, err
	}
	for _, part := range parts {
		if _, err := path.Match(part, ""); err != nil {
			return nil, nil, err
		}
	}
	seen := 0
	fs.WalkDir(in, ".", func(name string, d fs.DirEntry, err error) error {
		seen++
		fits := err == nil && !d.IsDir() && deep(parts, strings.Split(name, "/"))
		if seen > mostNames || fits && len(found) == mostFiles {
			unsure = c.Doubt(fmt.Errorf("pattern %q: found more than %d files, or %d names", pattern, mostFiles, mostNames), "those after them are left out")
			return fs.SkipAll
		}
		if fits {
			found = append(found, name)
		}
		return nil
	})
	return found, unsure, nil
}

// deep reports whether a pattern matches a name, part by part; ** matches any number of parts.
func deep(pattern, name []string) bool {
	back, from := -1, 0 // where to resume after the last **, in pattern and name
	p, n := 0, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == "**" {
			p++
			back, from = p, n
			continue
		}
		if p < len(pattern) {
			if ok, _ := path.Match(pattern[p], name[n]); ok {
				p++
				n++
				continue
			}
		}
		if back < 0 {
			return false
		}
		from++
		p, n = back, from
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
