package trust

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/hashicorp/go-multierror"
)

// An Ability is something that the rules of a layer do, or undo. Hooks are the hooks that do it, or
// the clauses (schema.Clause) to which it is done; none for the whole rule set.
type Ability struct {
	Verb  string   `json:"does"`
	What  string   `json:"to"`
	Was   string   `json:"was,omitempty"` // for a change, what was there before
	Hooks []string `json:"hooks,omitempty"`
}

// uses is the verb for rules from elsewhere.
const uses = "uses"

type abilities []Ability

func (all *abilities) add(verb, what string, hooks ...string) {
	all.put(Ability{Verb: verb, What: what, Hooks: hooks})
}

// put adds an ability, or its hooks to an equal one.
func (all *abilities) put(more Ability) {
	i := slices.IndexFunc(*all, func(a Ability) bool { return a.Verb == more.Verb && a.What == more.What && a.Was == more.Was })
	if i < 0 {
		*all = append(*all, more)
		return
	}
	a := &(*all)[i]
	for _, h := range more.Hooks {
		if !slices.Contains(a.Hooks, h) {
			a.Hooks = append(a.Hooks, h)
		}
	}
}

// describe records what a compiled rule set does because of the asking layer. That is what its
// rules do and neither the other layers nor packs of this program do without it, what it weakens of
// the other layers, and what its own clauses say. It returns the files that they run in the project
// with that root.
func (r *Record) describe(s *schema.Schema, set layers.Set, root string, compiled *schema.Set) map[ran]bool {
	others := slices.DeleteFunc(slices.Clone(set.Layers), func(layer string) bool { return layer == set.Asks })
	var all abilities
	alone, weakened := &schema.Set{Plan: &plan.Plan{}}, []schema.Ability(nil)
	if len(others) > 0 {
		if made, err := s.Compile(others...); err == nil {
			alone, weakened = made, s.Weakened(made, compiled)
		} else { // without it they don't apply at all
			all.add("completes", "your own rules, which have faults alone: "+first(err).Error())
		}
	}
	known := doneBy(nil, alone)
	var from abilities
	for _, h := range compiled.Hooks {
		switch {
		case !h.Enabled || filepath.IsAbs(h.From) || slices.ContainsFunc(alone.Hooks, func(old schema.Listed) bool { return old.Enabled && old.Name == h.Name }):
		case schema.Shipped(h.From):
			from.add(uses, h.From)
		default:
			from.add(uses, h.From, h.Name)
		}
	}
	before := []*plan.Plan{alone.Plan}
	for _, a := range from {
		if !schema.Shipped(a.What) {
			continue
		}
		if pack, err := shipped(s, a.What); err == nil {
			known, before = doneBy(known, pack), append(before, pack.Plan)
		}
	}
	for _, a := range compiled.Can {
		if !known[done{a.Verb, a.What, a.Hook}] {
			all.add(a.Verb, a.What, a.Hook)
		}
	}
	asked := asked(root, before, compiled.Plan)
	all.running(asked)
	all.addClauses(weakened)
	all.settings(before, compiled.Plan)
	r.Shown, r.Says = append(all, from...), map[string]map[string]any{}
	held := alone.Says()
	for name, says := range compiled.Says() {
		if _, others := held[name]; says != nil && !others {
			r.Says[name] = says
		}
	}
	return asked
}

// sorted returns files sorted by path.
func sorted(asked map[ran]bool) []ran {
	return slices.SortedFunc(maps.Keys(asked), func(a, b ran) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.hook, b.hook))
	})
}

// found adds the existing files that hooks may run: files that words name, and folders from which
// any file may run. Compiling rules for hooks skips this, because nobody sees the result: files
// that came later don't run (Record.seal).
func (r *Record) found(asked map[ran]bool) {
	all := abilities(r.Shown)
	for _, of := range sorted(asked) {
		for _, k := range r.Runs {
			switch {
			case k.Path != of.file:
			case k.Size == files.AFolder.Size:
				all.add(engine.Untold, schema.InFolder(of.file), of.hook)
			case k.Size >= 0 && !asked[of]:
				all.add(engine.RunsFile, theFile(of.file), of.hook)
			}
		}
	}
	r.Shown = all
}

// theFile describes a file that rules run, with a warning.
func theFile(path string) string { return path + ", and what that reads, which may change" }

// running adds the files of the project that hooks run, unless the hook has a row for the file
// already.
func (all *abilities) running(asked map[ran]bool) {
	rows := slices.Clone(*all)
	for _, of := range sorted(asked) {
		if asked[of] && !slices.ContainsFunc(rows, func(a Ability) bool {
			return a.Verb == engine.RunsRows && a.What == of.file && slices.Contains(a.Hooks, of.hook)
		}) {
			all.add(engine.RunsFile, theFile(of.file), of.hook)
		}
	}
}

// packs caches the sets of shipped, which never change.
var packs sync.Map

// shipped compiles a pack of this program by itself, once per process.
func shipped(s *schema.Schema, path string) (*schema.Set, error) {
	if set, ok := packs.Load(path); ok {
		return set.(*schema.Set), nil
	}
	set, err := s.Compile(path)
	if err == nil {
		packs.Store(path, set)
	}
	return set, err
}

// first returns the first of several faults.
func first(err error) error {
	var all *multierror.Error
	if errors.As(err, &all) && len(all.Errors) > 0 {
		return all.Errors[0]
	}
	return err
}

// addClauses adds abilities of clauses.
func (all *abilities) addClauses(of []schema.Ability) {
	for _, a := range of {
		this := done{a.Verb, a.What, a.Hook}.ability()
		this.Was = a.Was
		all.put(this)
	}
}

// A done is one thing that one hook does. What was there before doesn't matter.
type done struct{ verb, what, hook string }

// doneBy adds to known what a rule set does.
func doneBy(known map[done]bool, set *schema.Set) map[done]bool {
	if known == nil {
		known = map[done]bool{}
	}
	for _, a := range set.Can {
		known[done{a.Verb, a.What, a.Hook}] = true
	}
	return known
}

// settings adds what is set for the whole rule set, and not in the other plans.
func (all *abilities) settings(others []*plan.Plan, now *plan.Plan) {
	add := func(verb, what string, same func(*plan.Plan) bool) {
		if !slices.ContainsFunc(others, same) {
			all.add(verb, what)
		}
	}
	add(engine.Writes, cmp.Or(now.Log.File, "hook.log")+" (the log)", func(p *plan.Plan) bool { return p.Log.File == now.Log.File })
	add("keeps", "events and replies whole", func(p *plan.Plan) bool { return p.Log.Inputs || !now.Log.Inputs })
	add("keeps", "no decisions", func(p *plan.Plan) bool { return p.Log.Quiet || !now.Log.Quiet })
	add("keeps", fmt.Sprintf("decisions of %d bytes", now.Log.Max), func(p *plan.Plan) bool { return p.Log.Max == now.Log.Max })
	add("ends all hooks", fmt.Sprintf("after %s", now.Within(nil)), func(p *plan.Plan) bool { return p.Timeout == now.Timeout })
}

// Beyond returns what rules do, and say, that a record doesn't show. Packs of this program are
// trusted with it.
func (r *Record) Beyond(now Record) []Ability {
	var shown []done
	for _, a := range r.Shown {
		shown = append(shown, a.each()...)
	}
	var more abilities
	for name, sum := range now.Modules {
		if r.Modules[name] != sum {
			more.add(uses, name+" of another content")
		}
	}
	for _, a := range now.Shown {
		for _, d := range a.each() {
			switch {
			case slices.Contains(shown, d) || a.Verb == uses && schema.Shipped(a.What):
			case a.Verb == engine.Untold && r.Runs == nil: // such a record was written before anything reported it
			default:
				more.put(d.ability())
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now.Says)) {
		more.addClauses(schema.Other(name, r.Says[name], now.Says[name]))
	}
	return more
}

// each splits an ability by hook.
func (a Ability) each() []done {
	if len(a.Hooks) == 0 {
		return []done{{a.Verb, a.What, ""}}
	}
	var all []done
	for _, h := range a.Hooks {
		all = append(all, done{a.Verb, a.What, h})
	}
	return all
}

// ability is the reverse of each.
func (d done) ability() Ability {
	a := Ability{Verb: d.verb, What: d.what}
	if d.hook != "" {
		a.Hooks = []string{d.hook}
	}
	return a
}

// To returns the object of the ability, with what was there before.
func (a Ability) To() string {
	if a.Was == "" {
		return a.What
	}
	return a.What + ", was " + a.Was
}

// String returns the ability as part of a sentence.
func (a Ability) String() string {
	if len(a.Hooks) == 0 {
		return a.Verb + " " + a.What
	}
	if a.Verb == schema.Weakens || a.Verb == schema.Tightens || a.Verb == schema.Changes {
		return a.Verb + " " + a.Hooks[0] + ": " + a.What
	}
	return a.Hooks[0] + " " + a.Verb + " " + a.What
}
