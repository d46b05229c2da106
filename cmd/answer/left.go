package answer

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// A NotChosen is a row of a table, or a text given to an action, that was considered but rejected.
type NotChosen struct {
	Hook string `json:"hook"`
	Of   string `json:"of"`   // the table or action
	Name string `json:"name"` // the row's distinguishing value, or the text's key
	Why  string `json:"why"`
	Near bool   `json:"near,omitempty"` // it matched the query
}

// notChosen returns the rows and texts that a hook rejected. A row whose name an action got is
// reported by that action. If several filters rejected a row, the reasons are joined.
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
			for _, l := range s.Rejected {
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

// texts adds all texts in a value to a set.
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

// text returns a value as a key: a string unquoted, anything else as JSON.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(files.JSON(v))
}

// A rows is what a hook found in a table.
type rows struct {
	name    string
	found   []any
	left    []engine.Rejected // rows that no query found
	columns []string
	id      string // the distinguishing column, "" for none
}

// tables returns what a hook found in each table.
func tables(h *engine.HookTrace) (all []rows) {
	for _, f := range h.Facts {
		if f.Table == "" {
			continue
		}
		i := slices.IndexFunc(all, func(r rows) bool { return r.name == f.Table })
		if i < 0 {
			all, i = append(all, rows{name: f.Table, left: f.Rejected, columns: f.Keys}), len(all)
		}
		found, _ := f.Value.([]any)
		all[i].found = append(all[i].found, found...)
		all[i].left = slices.DeleteFunc(slices.Clone(all[i].left), func(l engine.Rejected) bool {
			return slices.ContainsFunc(found, func(row any) bool { return text(row) == text(l.Item) })
		})
	}
	for i := range all {
		all[i].id = all[i].telling()
	}
	return all
}

// telling returns the first column whose texts distinguish all rows, "" for none.
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

// called returns the name of a row: the text of its distinguishing column, else the whole row.
func (r rows) called(row any) string {
	if fields, ok := row.(map[string]any); ok && r.id != "" {
		return text(fields[r.id])
	}
	return text(row)
}

// filtered returns the items that filters in a hook's lets and conditions rejected.
func filtered(h *engine.HookTrace) (all []engine.Rejected) {
	var walk func(f *engine.Finding)
	walk = func(f *engine.Finding) {
		if f == nil {
			return
		}
		all = append(all, f.Rejected...)
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
