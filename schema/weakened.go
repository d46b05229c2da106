package schema

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/prove"
)

// Weakens is the verb for a changed clause of another layer. In general, it is unknown whether a
// change lets more or less pass, so it is the verb of all changes except those that certainly
// refuse more (stricter.go) and those that differ only in a condition and don't provably say less
// (narrower.go).
const Weakens = "weakens"

// Sets is the verb for a changed value of another layer.
const Sets = "sets"

// SaysNow is the verb for a clause whose content changed.
const SaysNow = "says now"

// Weakened lists what further layers change: what is in before and is changed, disabled or later in
// now, the same set with these layers. Values come first, then clauses by name, then what comes
// later. The answer is kept by the content of both sets, because a new worktree has the same rules
// at another path, where packs aren't kept yet.
func (s *Schema) Weakened(before, now *Set) []Ability {
	was, is := before.Source.sum(), now.Source.sum()
	all, _ := keptBy(s.Parts, was != "" && is != "", "weakened "+was+" "+is, func() ([]Ability, bool) { return s.weakened(before, now) })
	return all
}

// weakened finds what Weakened returns; it is sure if the changes of all scopes are.
func (s *Schema) weakened(before, now *Set) (sets []Ability, sure bool) {
	var clauses, later []Ability
	sure = true
	others := now.without(before)
	for _, was := range before.without(now) {
		is := &Set{Plan: &plan.Plan{}, Source: was.Source}
		if i := slices.IndexFunc(others, func(is *Set) bool { return is.Source.Pack == was.Source.Pack }); i >= 0 {
			is = others[i]
		}
		c, known := s.changes(was, is)
		sure = sure && known
		sets, clauses, later = append(sets, c.Sets...), append(clauses, c.Clauses...), append(later, c.Later...)
	}
	slices.SortStableFunc(clauses, func(a, b Ability) int { return strings.Compare(a.Hook, b.Hook) })
	return slices.Concat(sets, clauses, order(before, now), later), sure
}

// changes are what further layers change of a scope: its values, its clauses by name, and rules
// that come later in their hooks.
type changes struct{ Sets, Clauses, Later []Ability }

// changes compares a scope with what it was. Both versions of a pack are compiled in full for that,
// so the result is kept under both of their keys. It isn't sure if it had no time for a proof.
func (s *Schema) changes(was, is *Set) (c changes, sure bool) {
	return keptBy(s.Parts, was.key != "" && is.key != "", "changes "+was.key+" "+is.key, func() (changes, bool) {
		w := weakening{agendas: []map[string]*plan.Agenda{is.Plan.Events, was.Plan.Events}, library: s.Library, budget: prove.NewBudget()}
		found := w.compare(was, is)
		return found, !w.late
	})
}

// keptBy returns what is kept under a key, or finds it and keeps it, if that is allowed. A result
// that isn't sure is found again the next time.
func keptBy[T any](parts Parts, may bool, key string, find func() (T, bool)) (all T, sure bool) {
	if parts == nil || !may {
		return find()
	}
	if json.Unmarshal(parts.Get(key), &all) == nil {
		return all, true
	}
	all, sure = find()
	if data, err := json.Marshal(all); err == nil && sure {
		parts.Put(key, data)
	}
	return all, sure
}

// without returns the scopes that another rule set lacks or has with changes.
func (s *Set) without(other *Set) []*Set {
	return slices.DeleteFunc(slices.Clone(s.Scopes), func(of *Set) bool {
		return slices.ContainsFunc(other.Scopes, func(o *Set) bool { return of == o || of.key != "" && of.key == o.key })
	})
}

// values returns how the values of a scope differ, except for differences already noted of a clause
// in the same words.
func (w *weakening) values(before, now *Source) (all []Ability) {
	for name, n := range before.Root.Members() {
		was, _, err := data(n.Value)
		is, _, err2 := data(now.Root.Field(name).Value)
		if slices.Contains(ownFields, name) || err != nil || err2 != nil {
			continue
		}
		differ(func(what, was string) {
			if !slices.ContainsFunc(w.all, func(a Ability) bool { return strings.HasSuffix(what, "."+a.What) }) {
				all = append(all, Ability{Verb: Sets, What: what, Was: was})
			}
		}, plan.Scoped(before.Pack, name), was, is)
	}
	return all
}

// Other returns how a clause differs from its former text.
func Other(name string, was, is map[string]any) (all []Ability) {
	differ(func(what, before string) {
		all = append(all, Ability{Verb: SaysNow, What: what, Was: before, Hook: name})
	}, "", was, is)
	return all
}

type weakening struct {
	agendas []map[string]*plan.Agenda // of events, now and before
	library engine.Library
	budget  *prove.Budget
	late    bool // a proof was stopped by the clock
	all     []Ability
}

// compare lists what differs between two versions of a scope.
func (w *weakening) compare(before, now *Set) (c changes) {
	old, is := before.clausesByName(), now.clausesByName()
	for _, name := range slices.Sorted(maps.Keys(old)) {
		was := old[name]
		_, whole := is[was.Hook]
		if clause, on := is[name]; on {
			w.noteChanges(was, clause)
		} else if whole || was.Hook == "" || was.Name == was.Hook { // otherwise its whole hook is off
			w.note(name, "off", "")
		}
	}
	c.Clauses, w.all = w.all, nil
	w.order(before, now)
	c.Later, w.all = w.all, c.Clauses
	c.Sets = w.values(before.Source, now.Source)
	return c
}

// at returns the agenda of an event, nil if no hook of the scope is on it.
func (w *weakening) at(event string) *plan.Agenda {
	return cmp.Or(w.agendas[0][event], w.agendas[1][event])
}

func (w *weakening) note(name, what, was string) {
	a := Ability{Verb: Weakens, What: what, Was: was, Hook: name}
	if !slices.Contains(w.all, a) {
		w.all = append(w.all, a)
	}
}

// noteChanges notes how a clause differs. For a clause of a pack it notes, where known, the values
// that people set rather than what the pack makes of them.
func (w *weakening) noteChanges(was, is Clause) {
	n, set := len(w.all), false
	say := func(what, before string) { w.note(was.Name, what, before) }
	names := append(slices.Clone(was.names), is.names...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		before, known := was.value(name)
		now, own := is.value(name)
		_, object := now.(map[string]any)
		_, same := before.(map[string]any)
		switch {
		case own && object && same:
			differ(say, "", before, now) // without the name, which is the pack author's
			set = len(w.all) > n
		case !(known && is.Pack && is.Name == is.Hook):
			differ(say, name, before, now)
		}
	}
	for _, field := range eitherName(was.says, is.says) {
		gone := is.says[field] == nil && strings.HasPrefix(field, "let ") // an unused let
		if !gone && !(set && is.Pack && field == "each") {
			differ(say, field, was.says[field], is.says[field])
		}
	}
	for i := range max(len(was.steps), len(is.steps)) {
		a, b := was.step(i), is.step(i)
		differ(say, "do", orNil(a.Action), orNil(b.Action))
		differ(say, b.Action, fromJSON(a.Args), fromJSON(b.Args))
	}
	if len(w.all) == n && !(is.Pack && is.Name == is.Hook) && !reflect.DeepEqual(was.acts, is.acts) {
		w.note(was.Name, "another meaning of what it says", "")
	}
	if len(w.all) > n {
		verb := w.verb(was, is)
		for i := range w.all[n:] {
			w.all[n+i].Verb = verb
		}
	}
}

// verb returns the verb for a clause that differs.
func (w *weakening) verb(was, is Clause) string {
	switch {
	case w.stricter(was, is):
		return Tightens
	case was.onlyWhen(is) && !w.less(was, is):
		return Changes
	}
	return Weakens
}
