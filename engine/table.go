package engine

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"

	"github.com/tidwall/gjson"
)

// TableFact returns a table as a fact: NAME() returns all rows, NAME({column: value}) the matching
// ones, NAME([{…}, {…}]) those that match any of the queries.
func TableFact(t *plan.Table) Fact {
	f := Fact{Doc: "the rows of a table", Params: "query", Ask: Plain{(func(...any) (any, error))(nil)}}
	if !t.One {
		f.Options = t.Columns()
	}
	return f
}

// bindTable returns the function a hook calls by the table's name. path returns the file's path.
func bindTable(t *plan.Table, name string, c *Call, m *memo, path func() (any, error)) plan.Function {
	m.rejected = func(args []any) []Rejected { return rejectedRows(t, c, path, args) }
	return func(args ...any) (any, error) {
		return remember(c, m, func() (any, error) {
			queries, err := queriesOf(t, args)
			if err != nil {
				return nil, err
			}
			rows, err := findRows(t, name, c, path, queries)
			if err != nil {
				return nil, err
			}
			return valuesOf(t, rows), nil
		}, args...)
	}
}

// valuesOf converts rows to values of expressions.
func valuesOf(t *plan.Table, rows [][]byte) any {
	shape := t.Shape()
	if t.One {
		rows = append(rows, nil) // an absent row has the defaults
		return shape.Read(gjson.ParseBytes(rows[0]), nil)
	}
	all := make([]any, 0, len(rows))
	for _, row := range rows {
		all = append(all, shape.Item.Read(gjson.ParseBytes(row), nil))
	}
	return all
}

// findRows returns the rows that match any query, and reports unreadable ones that are left out.
func findRows(t *plan.Table, name string, c *Call, path func() (any, error), queries []table.Query) ([][]byte, error) {
	if queries != nil && len(queries) == 0 {
		return nil, nil
	}
	file, found, err := rowsOf(t, c, path, queries)
	for i, f := range found.Faults {
		if i == maxTold {
			c.Warn(fmt.Sprintf("%s: %s: %d others", name, file, len(found.Faults)-i))
			break
		}
		c.Warn(fmt.Sprintf("%s: %s: %s", name, file, f))
	}
	switch n := found.Lost; {
	case n < 0 && t.Optional: // the log has the reason
	case n < 0:
		c.Reply.Tell(fmt.Sprintf("bcrules: nothing of %s holds, as %q can't be read: bcrules doctor says why", name, file))
	case n > 0:
		c.Reply.Tell(fmt.Sprintf("bcrules: rows of %s that must hold are left out, or parts of them (%d in %q): bcrules doctor says which", name, n, file))
	}
	return found.Rows, err
}

// rowsOf returns the path of the table's file and the rows that match.
func rowsOf(t *plan.Table, c *Call, path func() (any, error), queries []table.Query) (file string, found table.Found, err error) {
	if t.File == nil {
		x, err := table.Open(bytes.NewReader(t.Rows), int64(len(t.Rows)))
		if err == nil {
			found.Rows, err = x.Find(queries...)
		}
		return "", found, err
	}
	v, err := path()
	file = plan.TextOf(v)
	if err != nil || file == "" {
		return file, found, err
	}
	p, err := c.Host.Named(file)
	if err != nil {
		return file, found, err
	}
	found, err = c.Host.Indexes.Find(p, &t.Definition, t.ID, queries...)
	if files.Absent(err) {
		err = nil
	}
	return file, found, err
}

// CheckTable returns the path of the table's file and its faults: what is left out or has no
// effect; none if there is no file.
func CheckTable(t *plan.Table, lib Library, h *host.Host) (file string, faults []table.Fault, err error) {
	c, names := &Call{Event: &plan.Event{}, Host: h}, map[string]any{}
	for name, f := range lib.Facts {
		names[name] = f.Ask.bind(c, &memo{})
	}
	v, err := t.File.Fill(names)
	if file = plan.TextOf(v); err != nil || file == "" {
		return file, nil, err
	}
	p, err := h.Named(file)
	var data []byte
	if err == nil {
		data, err = files.Read(p)
	}
	if err == nil {
		faults = table.Check(&t.Definition, data)
	}
	if files.Absent(err) {
		err = nil
	}
	return file, faults, err
}

// maxTold bounds the faults of a file that are reported at once.
const maxTold = 20

// queriesOf decodes a table's arguments.
func queriesOf(t *plan.Table, args []any) ([]table.Query, error) {
	if len(args) == 0 || len(args) == 1 && args[0] == nil {
		return nil, nil
	}
	if len(args) > 1 || t.One {
		return nil, fmt.Errorf("found %d arguments, want one query at most, and none of the one row", len(args))
	}
	queries := []table.Query{}
	for _, item := range Listed(args[0]) {
		columns, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("found %s, want {column: value}", kindOf(item))
		}
		q := table.Query{}
		for _, name := range slices.Sorted(maps.Keys(columns)) {
			if column := t.Column(name); column == nil || !column.Asks() {
				return nil, fmt.Errorf("unknown column %s", name)
			}
			if columns[name] != nil {
				q[name] = Listed(columns[name])
			}
		}
		queries = append(queries, q)
	}
	return queries, nil
}

// Listed returns the items of a list, or any other value as a list of one.
func Listed(v any) []any {
	list, ok := v.([]any)
	if r := reflect.ValueOf(v); !ok && r.Kind() == reflect.Slice {
		for i := range r.Len() {
			list = append(list, r.Index(i).Interface())
		}
	} else if !ok {
		list = []any{v}
	}
	return list
}
