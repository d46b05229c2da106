package schema

import (
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// compileTables compiles the tables of a rule set, and records the paths of their files, as
// written, or their rows.
func (e *env) compileTables(n Node) {
	if !n.Exists() {
		return
	}
	e.plan.Tables, e.paths, e.rows = map[string]*plan.Table{}, map[string]string{}, map[string]Node{}
	for name, n := range n.Members() {
		checkName(n.Report(), n.Label(), "table", name, slices.Concat(reserved, slices.Collect(maps.Keys(e.Library.Facts))))
		if !n.Is("#Table") && n.Field("row").IncompleteKind() != cue.StructKind { // a faulty one is known all the same
			continue
		}
		e.plan.Tables[name], e.paths[name] = e.table(n)
		if rows := n.Field("rows"); rows.Exists() {
			e.rows[name] = rows
		}
	}
}

// table compiles one table.
func (e *env) table(n Node) (t *plan.Table, path string) {
	t = &plan.Table{}
	t.At, _ = n.Field("at").String()
	t.Key, _ = n.Field("key").String()
	t.One, _ = n.Field("one").Bool()
	t.Optional, _ = n.Field("optional").Bool()
	t.Row = columns(n.Field("row"))
	if t.Key != "" && t.Column(t.Key) == nil {
		n.Field("key").Faultf(CheckName, "key: %w", noColumn(t, t.Key))
	}
	for _, a := range n.Field("alias").Items() {
		t.Alias = append(t.Alias, alias(t, a))
	}
	t.Vital = vital(t, n.Field("vital"))
	rows, file := n.Field("rows"), n.Field("file")
	switch {
	case rows.Exists() == file.Exists():
		found := map[bool]string{true: "rows and a file", false: "neither rows nor a file"}[file.Exists()]
		n.Report().Faultf(n.Label(), CheckForm, "found %s, want rows or a file", found)
	case file.Exists():
		t.File, path = e.filePath(file)
	case t.At != "" || t.One || t.Optional:
		rows.Faultf(CheckForm, "found at, one or optional beside rows, want them with a file")
	default:
		t.Rows = tableRows(t, rows)
		if t.Key != "" && rows.IncompleteKind() == cue.ListKind {
			n.Field("key").Faultf(CheckForm, "key: found a list of rows, want an object, whose names go to the column")
		}
	}
	t.ID = t.Definition.ID()
	return t, path
}

// vital reads the column values that identify rows which must not go missing.
func vital(t *plan.Table, n Node) (values map[string]json.RawMessage) {
	for name, n := range n.Members() {
		if t.Column(name) == nil {
			n.Report().Faultf(n.Label(), CheckName, "vital: %w", noColumn(t, name))
			return nil
		}
		if data, err := n.MarshalJSON(); err == nil {
			if err := t.Column(name).Check(name, data); err != nil {
				n.Faultf(CheckForm, "%w", err)
			}
		}
	}
	Read(n, &values)
	return values
}

func noColumn(t *plan.Table, name string) *Mistake {
	var names []string
	for _, f := range t.Row {
		names = append(names, f.Name)
	}
	return Unknown("column", name, names)
}

// alias compiles another form that columns may have in a file.
func alias(t *plan.Table, n Node) (a table.Alias) {
	Read(n.Field("copy"), &a.Copy)
	for _, what := range []string{"copy", "set"} {
		for name, n := range n.Field(what).Members() {
			if t.Column(name) == nil {
				n.Report().Faultf(n.Label(), CheckName, "%s: %w", what, noColumn(t, name))
			} else if data, err := n.MarshalJSON(); what == "set" && err == nil {
				if err := t.Column(name).Check(name, data); err != nil {
					n.Faultf(CheckForm, "%w", err)
				}
			}
		}
	}
	Read(n.Field("if"), &a.If)
	Read(n.Field("set"), &a.Set)
	return a
}

// tableRows checks the rows written in the rules, and returns an index of them.
func tableRows(t *plan.Table, n Node) []byte {
	var rows []Node
	if n.IncompleteKind() == cue.ListKind {
		rows = n.Items()
	} else {
		for _, row := range n.Members() {
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		for name, column := range row.Members() {
			if t.Column(name) == nil {
				n.Report().Faultf(column.Label(), CheckName, "%w", noColumn(t, name))
			}
		}
	}
	data := n.JSON()
	if data == nil {
		return nil
	}
	index, faults := table.Build(&t.Definition, data)
	for _, f := range faults {
		at, check := rows[f.Row], CheckForm
		if column := at.Field(f.Column); column.Exists() {
			at = column
			if list := column.Items(); f.Pattern && f.Index < len(list) {
				at = list[f.Index]
			}
		}
		if f.Pattern {
			check = CheckTable
		}
		at.Faultf(check, "%s", f.Why)
	}
	for _, f := range table.Check(&t.Definition, data) {
		if f.Idle && f.Column == "" {
			n.Report().Warnf(rows[f.Row].Written(), CheckTable, "%s", f.Why)
		}
	}
	return index
}

// filePath compiles the template of a file's path. It also returns the path as written.
func (e *env) filePath(n Node) (t plan.Template, src string) {
	src, ok := n.Text()
	if !ok {
		return nil, ""
	}
	scope := expr.NewScope(expr.Still(e.Library.Facts), expr.ValuesOf(e.values))
	for _, x := range expr.Expressions(src) {
		e.placed = append(e.placed, expr.Names(scope.Parsed(x))...)
		for _, name := range expr.Identifiers(x) {
			if _, value, _ := e.values(name); !value && !slices.Contains(scope.Names(), name) {
				n.Faultf(CheckName, "file: found %s, want facts that look at nothing, such as env()", name)
				return nil, src
			}
		}
	}
	return (&texts{env: e, scope: scope}).template(n), src
}
