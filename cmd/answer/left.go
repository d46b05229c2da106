package answer

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// A NotChosen is a row of a table, or a text that an action was given, that came up and
// was not chosen.
type NotChosen struct {
	Hook string `json:"hook"`
	Of   string `json:"of"`   // the table, or the action
	Name string `json:"name"` // the row's value that tells it from the others; the text's key
	Why  string `json:"why"`
	Near bool   `json:"near,omitempty"` // it was what the table was asked for
}

// notChosen returns what a hook did not choose. A row that an action was given is told of
// there; of several filters that left a row out each says why.
func notChosen(h *engine.HookTrace) (all []NotChosen) {
	given := map[string]bool{}
	add := func(n NotChosen) {
		n.Hook = h.Name
		i := slices.IndexFunc(all, func(o NotChosen) bool { return o.Of == n.Of && o.Name == n.Name })
		if i < 0 {
			all = append(all, n)
		} else if !strings.Contains(all[i].Why, n.Why) {
			all[i].Why += "; " + n.Why
		}
	}
	for _, r := range h.Rules {
		for _, s := range steps(r) {
			texts(s.Args, given)
			for _, l := range s.Left {
				add(NotChosen{Of: s.Action, Name: text(l.Item), Why: l.Why, Near: true})
			}
		}
	}
	for _, table := range tables(h) {
		for _, l := range filtered(h) {
			if id := text(l.Item); slices.ContainsFunc(table.found, func(row any) bool { return text(row) == id }) && !given[table.called(l.Item)] {
				add(NotChosen{Of: table.name, Name: table.called(l.Item), Why: l.Why, Near: true})
			}
		}
		for _, l := range table.left {
			add(NotChosen{Of: table.name, Name: table.called(l.Item), Why: l.Why})
		}
	}
	return all
}

// texts adds the texts in a value to a set.
func texts(v any, to map[string]bool) {
	switch v := v.(type) {
	case string:
		to[v] = true
	case []any:
		for _, item := range v {
			texts(item, to)
		}
	case map[string]any:
		for _, item := range v {
			texts(item, to)
		}
	}
}

// text is a value as a key is written: a string as it is, all else as JSON.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(files.JSON(v))
}

// A rows is what a hook asked of a table.
type rows struct {
	name    string
	found   []any
	left    []engine.Left // that no question found
	columns []string
	id      string // column that tells rows apart, "" if none does
}

// tables returns what a hook asked of each table.
func tables(h *engine.HookTrace) (all []rows) {
	for _, f := range h.Facts {
		if f.Table == "" {
			continue
		}
		i := slices.IndexFunc(all, func(r rows) bool { return r.name == f.Table })
		if i < 0 {
			all, i = append(all, rows{name: f.Table, left: f.Left, columns: f.Keys}), len(all)
		}
		found, _ := f.Value.([]any)
		all[i].found = append(all[i].found, found...)
		all[i].left = slices.DeleteFunc(slices.Clone(all[i].left), func(l engine.Left) bool {
			return slices.ContainsFunc(found, func(row any) bool { return text(row) == text(l.Item) })
		})
	}
	for i := range all {
		all[i].id = all[i].telling()
	}
	return all
}

// telling returns the first column whose texts tell rows apart, "" if none does.
func (r rows) telling() string {
	every := slices.Clone(r.found)
	for _, l := range r.left {
		every = append(every, l.Item)
	}
	for _, name := range r.columns {
		seen := map[string]bool{}
		for _, row := range every {
			fields, _ := row.(map[string]any)
			if s, ok := fields[name].(string); ok && s != "" {
				seen[s] = true
			}
		}
		if len(seen) == len(every) {
			return name
		}
	}
	return ""
}

// called is what a row is called: by its telling column, else whole.
func (r rows) called(row any) string {
	if fields, ok := row.(map[string]any); ok && r.id != "" {
		return text(fields[r.id])
	}
	return text(row)
}

// filtered returns what the filters in a hook's lets and conditions left out.
func filtered(h *engine.HookTrace) (all []engine.Left) {
	var walk func(f *engine.Finding)
	walk = func(f *engine.Finding) {
		if f == nil {
			return
		}
		all = append(all, f.Left...)
		for i := range f.Parts {
			walk(&f.Parts[i])
		}
	}
	for i := range h.Lets {
		walk(&h.Lets[i])
	}
	walk(h.When)
	for _, r := range h.Rules {
		walk(r.When)
		for _, item := range r.Items {
			walk(item.When)
		}
	}
	return all
}
