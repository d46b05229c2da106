package show

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"
)

// A Reference describes how the entries of a table are shown. It is generated from the tables that
// the engine runs and the schema checks against, so it can't be out of date.
type Reference[T any] struct {
	Names []string // of the two columns, the first of which has the entry's name
	Name  func(T) string
	Short func(T) string
	Whole func(Screen, T) string
	// Groups are the topics of entries, in display order; empty for a single table.
	Groups []Group
}

// A Group is the entries of a reference about one topic.
type Group struct {
	Title string
	Names []string
}

// Chosen returns the entries named by arguments, all if there are none. It fails for an unknown
// name.
func (r Reference[T]) Chosen(args []string, all []T) ([]T, error) {
	if len(args) == 0 {
		return all, nil
	}
	var known []string
	for _, item := range all {
		known = append(known, r.Name(item))
	}
	var chosen []T
	for _, arg := range args {
		i := slices.Index(known, arg)
		if i < 0 {
			return nil, schema.Unknown(r.Names[0], arg, known)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// Write writes entries as a table or, if whole is set, each in full; raw writes JSON.
func (r Reference[T]) Write(w io.Writer, chosen []T, whole, raw bool) error {
	if raw {
		return JSON(w, chosen)
	}
	on := On(w)
	var out strings.Builder
	var rows [][]string
	for i, item := range chosen {
		if whole {
			if i > 0 {
				out.WriteString("\n")
			}
			out.WriteString(r.Whole(on, item))
		} else {
			rows = append(rows, []string{r.Name(item), r.Short(item)})
		}
	}
	switch {
	case len(rows) > 0 && len(r.Groups) > 0 && !on.Piped:
		out.WriteString(r.grouped(on, rows))
	case len(rows) > 0:
		out.WriteString(on.Table(r.Names, rows))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// grouped writes rows under their topics, all with the same columns.
func (r Reference[T]) grouped(on Screen, rows [][]string) string {
	lines := slices.Collect(strings.Lines(on.Table(r.Names, rows)))
	var out strings.Builder
	for _, group := range r.Groups {
		fmt.Fprintf(&out, "\n%s\n", Bold.Sprint(group.Title))
		for _, name := range group.Names {
			if i := slices.IndexFunc(rows, func(row []string) bool { return row[0] == name }); i >= 0 {
				out.WriteString(lines[i+1]) // after the head
			}
		}
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// A Doc describes a fact or an action.
type Doc struct {
	Name    string         `json:"name"`
	Type    string         `json:"type,omitempty"` // of a fact's result
	Doc     string         `json:"doc"`
	Texts   []engine.Word  `json:"texts,omitempty"`   // forms of a fact's text parameters
	Fields  []engine.Field `json:"fields,omitempty"`  // of a fact's result
	Takes   string         `json:"takes,omitempty"`   // arguments of an action, as CUE
	Example string         `json:"example,omitempty"` // rules with their tests
	More    string         `json:"more,omitempty"`    // for people who want to extend the list
}

// Docs sorts docs of facts or actions and returns their reference.
func Docs(what string, all []Doc) Reference[Doc] {
	slices.SortFunc(all, func(a, b Doc) int { return strings.Compare(a.Name, b.Name) })
	return Reference[Doc]{
		Names: []string{what, "does"},
		Name:  func(d Doc) string { return d.Name },
		Short: func(d Doc) string {
			first, _, _ := strings.Cut(d.Doc, "\n")
			return first
		},
		Whole: func(s Screen, d Doc) string {
			head, body := d.Type, d.Doc
			if d.Takes != "" {
				head, body = d.Name, d.Doc+"\n\n"+d.Name+": "+d.Takes
				if d.Type != "" {
					body += "\ngives: " + d.Type
				}
			}
			whole := fmt.Sprintf("%s\n%s", Bold.Sprint(head), s.Indented(body, "  "))
			for _, w := range d.Texts {
				if doc := form.Of(w.Form).Doc(); doc != "" {
					whole += s.Indented(strings.TrimSuffix(w.Param, "…")+": "+doc, "  ")
				}
			}
			kinds := map[string]bool{}
			if rows := fieldRows(d.Fields, 0, map[string]bool{}, kinds); len(rows) > 0 {
				whole += "\n" + s.Wrapped(append([][]string{heads("field", "type", "what")}, rows...))
				for i, kind := range slices.Sorted(maps.Keys(kinds)) {
					if i == 0 {
						whole += "\n"
					}
					whole += s.Indented(kind+" is a string: "+form.Of(kind).Doc(), "")
				}
			}
			if d.Example != "" {
				whole += "\nexample, with its test:\n\n" + s.Indented(strings.TrimSuffix(d.Example, "\n"), "  ")
			}
			if d.More != "" {
				whole += "\n" + s.Indented(strings.TrimSuffix(d.More, "\n"), "")
			}
			return whole
		},
	}
}

// fieldRows returns fields, each followed by its own fields, indented; the fields of a type are
// listed once. If a string has a form, its type is the form's name, which is added to kinds.
func fieldRows(fields []engine.Field, depth int, given, kinds map[string]bool) [][]string {
	var rows [][]string
	for _, f := range fields {
		shown := f.Type
		if of := form.Of(f.Form); !of.Any() && len(of.Values) == 0 && strings.Contains(shown, "string") {
			shown, kinds[f.Form] = strings.Replace(shown, "string", f.Form, 1), true
		}
		rows = append(rows, []string{strings.Repeat("  ", depth) + f.Name, shown, f.Doc})
		if typ := strings.Trim(f.Type, "[]"); len(f.Fields) > 0 && !given[typ] {
			given[typ] = true
			rows = append(rows, fieldRows(f.Fields, depth+1, given, kinds)...)
		}
	}
	return rows
}
