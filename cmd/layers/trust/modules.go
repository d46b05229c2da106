package trust

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// Modules returns what checks the modules that a layer imports (Source.Modules): those of
// the user's own rules must have the content that they had when they were first seen, as
// the environment says where modules come from, and a project's settings may set it. For the
// same reason a hook is never the first to see one: who may be works for a person, who sees
// what he asked for. What was seen is kept in the user's folder, trust/modules.sum, a line
// each. Of a layer that asks a record has it.
//
// The user's folder is as seen from where the rules count, which need not be where this process
// runs.
func Modules(user string, first bool) func(dir string, modules map[string]string) error {
	return func(dir string, modules map[string]string) error {
		if user != "" && dir == user && len(modules) > 0 {
			return Open(user).same(modules, first)
		}
		return nil
	}
}

// Sums returns the file with what is known of modules, which need not be there.
func (s Store) Sums() string { return filepath.Join(s.dir, "modules.sum") }

// same compares modules with those that are known, and keeps those that are not, if it may be
// the first to see them, or fails because of them.
func (s Store) same(modules map[string]string, first bool) error {
	path := s.Sums()
	known, err := sums(path)
	if err != nil {
		return err
	}
	fresh := false
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		if known[name] == "" && !first {
			return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(path)}, Err: fmt.Errorf("%s: found a module of your own rules that was never looked at, want it seen: bcrules vet, where it comes from the right place", name)}
		}
		if known[name] == "" {
			fresh = true
		} else if known[name] != modules[name] {
			return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(path)}, Err: fmt.Errorf(
				"%s: found another content than when it was first seen, want the same (without its line here this one is believed)", name)}
		}
	}
	if !fresh || files.MkdirAll(s.dir, 0o700) != nil { // the next to see them keeps them, then
		return nil
	}
	files.Locked(files.At(path), func(p files.Place) error {
		known, err := sums(path) // by now
		if err != nil {
			return err
		}
		for name, sum := range modules {
			known[name] = cmp.Or(known[name], sum)
		}
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(known)) {
			fmt.Fprintf(&b, "%s %s\n", name, known[name])
		}
		return files.WriteMode(p, []byte(b.String()), 0o600)
	})
	return nil
}

// sums reads what is known of modules.
func sums(path string) (map[string]string, error) {
	data, err := files.Read(files.At(path))
	if err != nil && !files.Absent(err) {
		return nil, err
	}
	known := map[string]string{}
	lines := bufio.NewScanner(strings.NewReader(string(data)))
	for lines.Scan() {
		name, sum, _ := strings.Cut(lines.Text(), " ")
		known[name] = sum
	}
	return known, lines.Err()
}
