package schema

import (
	"maps"
	"os"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// tabulate compiles the tables of a rule set.
func (c *compiler) tabulate(v cue.Value) {
	if !v.Exists() {
		return
	}
	c.plan.Tables, c.paths = map[string]*plan.Table{}, map[string]string{}
	each(v, func(name string, v cue.Value) error {
		c.named("table", name, slices.Concat(reserved, slices.Collect(maps.Keys(c.tables.Facts))), place(posOf(v)))
		if c.checked(v, c.def("#Table")) {
			c.plan.Tables[name] = c.table(name, v)
		}
		return nil
	})
}

// table compiles one table.
func (c *compiler) table(name string, v cue.Value) *plan.Table {
	field := func(name string) cue.Value { return v.LookupPath(cue.ParsePath(name)) }
	t := &plan.Table{}
	t.At, _ = field("at").String()
	t.Key, _ = field("key").String()
	t.One, _ = field("one").Bool()
	t.Row = c.columns(field("row"))
	if t.Key != "" && t.Column(t.Key) == nil {
		c.faultf(checkName, placeOf(field("key")), "key: %s", c.noColumn(t, t.Key))
	}
	for _, a := range items(field("alias")) {
		t.Alias = append(t.Alias, c.alias(t, a))
	}
	rows, file := field("rows"), field("file")
	switch {
	case rows.Exists() == file.Exists():
		c.faultf(checkForm, place(posOf(v)), "found %s, want rows or a file", map[bool]string{true: "rows and a file", false: "neither rows nor a file"}[file.Exists()])
	case file.Exists():
		t.File, c.paths[name] = c.filePath(file)
	case t.At != "" || t.One:
		c.faultf(checkForm, placeOf(rows), "found at or one beside rows, want them with a file")
	default:
		t.Rows = c.tableRows(t, rows)
	}
	t.ID = t.Definition.ID()
	if c.vet && t.File != nil {
		c.atHand(name, t, file)
	}
	return t
}

func (c *compiler) noColumn(t *plan.Table, name string) string {
	var names []string
	for _, f := range t.Row {
		names = append(names, f.Name)
	}
	return Unknown("column", name, names)
}

// alias compiles another way in which files say columns.
func (c *compiler) alias(t *plan.Table, v cue.Value) (a table.Alias) {
	given(c, v.LookupPath(cue.ParsePath("copy")), &a.Copy)
	for _, what := range []string{"copy", "set"} {
		each(v.LookupPath(cue.ParsePath(what)), func(name string, v cue.Value) error {
			if t.Column(name) == nil {
				c.faultf(checkName, place(posOf(v)), "%s: %s", what, c.noColumn(t, name))
			} else if data, err := v.MarshalJSON(); what == "set" && err == nil {
				if err := t.Column(name).Check(name, data); err != nil {
					c.faultf(checkForm, placeOf(v), "%w", err)
				}
			}
			return nil
		})
	}
	given(c, v.LookupPath(cue.ParsePath("if")), &a.If)
	given(c, v.LookupPath(cue.ParsePath("set")), &a.Set)
	return a
}

// tableRows checks the rows that stand in the rules, and returns their index.
func (c *compiler) tableRows(t *plan.Table, v cue.Value) []byte {
	var places []cue.Value
	add := func(r cue.Value) {
		places = append(places, r)
		each(r, func(name string, column cue.Value) error {
			if t.Column(name) == nil {
				c.faultf(checkName, place(posOf(column)), "%s", c.noColumn(t, name))
			}
			return nil
		})
	}
	if v.IncompleteKind() == cue.ListKind {
		for _, r := range items(v) {
			add(r)
		}
	} else {
		each(v, func(_ string, r cue.Value) error {
			add(r)
			return nil
		})
	}
	data, err := v.MarshalJSON()
	if err != nil {
		c.incomplete(v, err)
		return nil
	}
	index, faults := table.Build(&t.Definition, data)
	for _, f := range faults {
		at := places[f.Row]
		if column := at.LookupPath(cue.MakePath(cue.Str(f.Column))); column.Exists() {
			at = column
			if list := items(column); f.Pattern && f.Index < len(list) {
				at = list[f.Index]
			}
		}
		check := checkForm
		if f.Pattern {
			check = checkTable
		}
		c.faultf(check, placeOf(at), "%s", f.Why)
	}
	return index
}

// filePath compiles the template of a file's path, and returns it as written.
func (c *compiler) filePath(v cue.Value) (t plan.Template, src string) {
	src, ok := c.text(v)
	if !ok {
		return nil, ""
	}
	scope := expr.FileScope(c.tables)
	for _, x := range expr.Expressions(src) {
		for _, name := range expr.Identifiers(x) {
			if !slices.Contains(scope.Names(), name) {
				c.faultf(checkName, placeOf(v), "file: found %s, want facts that look at nothing, such as env()", name)
				return nil, src
			}
		}
	}
	return c.template(v, scope, nil), src
}

// atHand warns of what is left out of the file of a table, if there is one here.
func (c *compiler) atHand(name string, t *plan.Table, v cue.Value) {
	here, err := os.Getwd()
	if err != nil {
		return
	}
	host := host.New(nil)
	defer host.Close()
	host.Dir, host.Indexes.Dir = here, ""
	file, faults, err := engine.CheckTable(t, c.tables, host)
	if err != nil {
		c.warnf(checkTable, placeOf(v), "%s: %v", file, err)
	}
	for i, f := range faults {
		if i == maxShown {
			c.warnf(checkTable, placeOf(v), "%s: %d others", file, len(faults)-i)
			break
		}
		c.warnf(checkTable, placeOf(v), "%s: %s", file, f)
	}
}

// maxShown bounds the warnings of one file.
const maxShown = 50

// asked returns the tables that expressions ask.
func (c *compiler) asked(sources []string) []string {
	var names []string
	for _, src := range sources {
		used := expr.Identifiers(src)
		for name := range c.plan.Tables {
			if slices.Contains(used, name) || slices.Contains(used, "$env") {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
