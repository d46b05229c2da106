package main

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// Sessions in a folder, in folders below and in worktrees of its repository read one settings file,
// those of a user another, each session with rules of its own. So the file's entries are those that
// any of them needs, and init and doctor say the same of it wherever they run.

// readers returns the rule sets, beside the given one, of sessions that read a settings file: those
// where the file is, and those of trusted folders that have no entries nearer to them.
func readers(place settings.Place, beside layers.Set) (there, trusted []layers.Set) {
	known := []string{beside.Key()}
	find := func(dir string) []layers.Set {
		set := layers.Find(nil, dir, os.Getenv)
		if len(set.Layers) == 0 || slices.Contains(known, set.Key()) {
			return nil
		}
		known = append(known, set.Key())
		return []layers.Set{set}
	}
	switch place.Kind {
	case "local", "shared":
		there = find(filepath.Dir(filepath.Dir(place.File)))
	case "user":
	default:
		return nil, nil // others install a plugin, and an organisation's rules are its own
	}
	records, _ := trust.Open(layers.User(os.Getenv)).All() // one that can't be read lets nothing act
	for _, r := range records {
		if dir := r.Project(); !absent(r.Dir) && reads(dir, place) {
			trusted = append(trusted, find(dir)...)
		}
	}
	return there, trusted
}

// reads reports whether sessions in a folder read the settings file, and have no entries in a file
// that is nearer.
func reads(dir string, place settings.Place) bool {
	of, err := settings.Places(dir)
	at := slices.IndexFunc(of, func(p settings.Place) bool { return p.File == place.File })
	if err != nil || at < 0 {
		return false
	}
	return !slices.ContainsFunc(of[at+1:], func(p settings.Place) bool {
		f, err := p.Read("") // by its absolute path
		return err == nil && len(f.Managed()) > 0
	})
}

// serving returns a plan with the hooks of other rule sets, too.
func serving(s *schema.Schema, p *plan.Plan, others []layers.Set, stderr io.Writer) *plan.Plan {
	for _, set := range others {
		if of, _ := bounded.Rules.Compile(s, set.Layers, stderr); of != nil && of.Plan != nil { // with faults it is what can be read of it
			p = joined(p, of.Plan)
		}
	}
	return p
}

// joined returns a plan with the hooks of another, too.
func joined(p, other *plan.Plan) *plan.Plan {
	both := *p
	both.Events = map[string]*plan.Agenda{}
	maps.Copy(both.Events, p.Events)
	for name, a := range other.Events {
		if both.Events[name] == nil {
			both.Events[name] = a
			continue
		}
		joined := *both.Events[name]
		joined.Hooks = slices.Clone(joined.Hooks)
		for _, h := range a.Hooks {
			if !slices.ContainsFunc(joined.Hooks, func(own plan.Hook) bool { return own.Name == h.Name && own.Match == h.Match && own.Closed == h.Closed }) {
				joined.Hooks = append(joined.Hooks, h)
			}
		}
		both.Events[name] = &joined
	}
	return &both
}
