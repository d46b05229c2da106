package trust

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// Supply returns where layers get the modules of others. Modules of the user's own rules must have
// the content with which they were first seen, as the environment says where modules come from, and
// a project's settings may set that. For the same reason a hook is never the first to see or fetch
// one: only a process that works for a person, who sees what they asked for, may be. What was seen
// is recorded in the user's folder, trust/modules.sum, a line each, and what was fetched in a cache
// that nothing else writes. For an asking layer the record has the sums: modules are fetched for one
// that is as it was trusted, and for given ones.
//
// The user's folders are those for the project to which the rules apply, which need not be where
// this process runs.
func Supply(in *host.Project, first bool, given ...string) func(dir string) schema.Supply {
	own := in.Folders()
	return func(dir string) schema.Supply {
		if of := host.OfSystem(); of.Rules == dir && of.Distrust == "" {
			return schema.Supply{Trusted: true, Fetch: func(string) bool { return first || host.Administers() }}
		}
		if own.Rules == "" || dir != own.Rules {
			if slices.Contains(given, dir) {
				return schema.Supply{Trusted: true, Fetch: func(string) bool { return true }}
			}
			return held(layers.Set{Layers: []string{dir}, Asks: dir, Of: in}, own.Rules)
		}
		store := Open(own.Rules)
		return schema.Supply{
			Trusted: true,
			Cache:   host.Bcrules(own.Unsealed(), "modules"),
			Fetch: func(name string) bool {
				known, _ := sums(store.Sums())
				return first || known[name] != ""
			},
			Check: func(modules map[string]string) error {
				if len(modules) == 0 {
					return nil
				}
				return store.same(modules, first)
			},
		}
	}
}

// Sums returns the file with the known modules, which need not exist.
func (s Store) Sums() string { return filepath.Join(s.dir, "modules.sum") }

// same compares modules with the known ones. It records new ones if it may be the first to see them,
// and fails otherwise.
func (s Store) same(modules map[string]string, first bool) error {
	path := s.Sums()
	known, err := sums(path)
	if err != nil {
		return err
	}
	fresh := false
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		if known[name] == "" && !first {
			return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(path)}, Err: fmt.Errorf("%s: found a module of your own rules that nobody has looked at, want it seen: bcrules vet, where it comes from the right server", name)}
		}
		if known[name] == "" {
			fresh = true
		} else if known[name] != modules[name] {
			return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(path)}, Err: fmt.Errorf(
				"%s: found another content than when it was first seen, want the same (remove its line here to accept this one)", name)}
		}
	}
	if !fresh || files.MkdirAll(s.dir, 0o700) != nil { // if this fails, the next process to see them records them
		return nil
	}
	files.Locked(files.At(path), func(p files.Place) error {
		known, err := sums(path) // they may have changed
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

// sums reads the known modules.
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
