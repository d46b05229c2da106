package trust

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/schema"
)

// SQL returns what the SQL of stores does to which tables: a row for the schema and one for each
// statement, with the hooks that ask the store. A database finds that out by compiling the SQL on
// an empty store in memory. Unchanged stores of packs of this program are skipped. No record has
// this, since the trusted files contain the SQL.
func (c Content) SQL(s *schema.Schema) []Ability {
	var all abilities
	var keeper store.Keeper
	for _, name := range slices.Sorted(maps.Keys(c.compiled.Plan.Stores)) {
		st := c.compiled.Plan.Stores[name]
		if st.Index || c.isShipped(s, name, st) {
			continue
		}
		if keeper == nil {
			keeper = s.Stores()
			defer keeper.Close()
		}
		hooks := c.asking(name)
		a, err := keeper.Do(store.Request{Store: name, Open: engine.Blank(name, st), Try: true})
		if err != nil {
			all.add("does what can't be told", err.Error(), hooks...)
			continue
		}
		all.deeds(a.Made, fmt.Sprintf("of store %s, by its schema", name), hooks)
		for _, statement := range slices.Sorted(maps.Keys(st.Statements)) {
			where := fmt.Sprintf("of store %s, by %s", name, statement)
			if t := a.Tried[statement]; t.Error != "" {
				all.add("does what can't be told", where+": "+t.Error, hooks...)
			} else {
				all.deeds(t.Does, where, hooks)
			}
			if st.URL != nil && !alike(st.Statements[statement].SQL) {
				all.add("does what can't be told", where+" on a PostgreSQL server, which has SQL of its own", hooks...)
			}
		}
	}
	return all
}

// deeds adds what SQL does, a row for each verb.
func (all *abilities) deeds(deeds []store.Deed, where string, hooks []string) {
	to, verbs := map[string][]string{}, []string(nil)
	for _, d := range deeds {
		if len(to[d.Verb]) == 0 {
			verbs = append(verbs, d.Verb)
		}
		to[d.Verb] = append(to[d.Verb], d.To)
	}
	for _, verb := range verbs {
		all.add(verb, strings.Join(to[verb], ", ")+" "+where, hooks...)
	}
}

// isShipped reports whether a store is that of a pack of this program, unchanged.
func (c Content) isShipped(s *schema.Schema, name string, st *plan.Store) bool {
	return slices.ContainsFunc(c.compiled.Hooks, func(h schema.Listed) bool {
		if !schema.Shipped(h.From) {
			return false
		}
		pack, err := shipped(s, h.From)
		if err != nil {
			return false
		}
		for own, other := range pack.Plan.Stores {
			if (own == name || strings.HasSuffix(name, "/"+own)) && reflect.DeepEqual(other.Schema, st.Schema) && reflect.DeepEqual(other.Statements, st.Statements) {
				return true
			}
		}
		return false
	})
}

// asking returns the hooks that ask a store.
func (c Content) asking(name string) (all []string) {
	for _, h := range c.compiled.Hooks {
		if h.Enabled && slices.Contains(h.Stores, name) {
			all = append(all, h.Name)
		}
	}
	return all
}

// alike reports whether both databases have the same text, except for the marks of arguments.
func alike(s plan.SQL) bool {
	return strings.ReplaceAll(s.Postgres, "$", "?") == strings.ReplaceAll(s.SQLite, "$", "?")
}
