package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine/table"

	"github.com/tidwall/gjson"
)

// A Table is rows of one type that the rules have, or a file. Rules ask it by its
// name, as they do facts.
type Table struct {
	table.Definition
	ID   string   `json:"id"`             // tells definitions apart
	File Template `json:"file,omitempty"` // gives the path of the file; absent if the rules have the rows
	Rows []byte   `json:"rows,omitempty"` // else these, as package table lays them out
}

// Shape is the shape of what the table gives: a list of rows, or the one row.
func (t *Table) Shape() *Shape {
	row := shapeOfType(&table.Type{Kind: "object", Fields: t.Row})
	if t.One {
		return row
	}
	return &Shape{Kind: "list", Item: row}
}

// shapeOfType returns what rows have as values of a type.
func shapeOfType(t *table.Type) *Shape {
	s := &Shape{Kind: t.Kind, Default: t.Default}
	fields := t.Fields
	if t.Kind == "pattern" {
		s.Kind, fields = "object", []table.Field{{Name: "source", Type: table.Type{Kind: "string"}}, {Name: "flags", Type: table.Type{Kind: "string"}}}
	}
	if s.Kind == "object" {
		s.Default, s.Fields = nil, map[string]*Shape{}
		for i := range fields {
			s.Fields[fields[i].Name] = shapeOfType(&fields[i].Type)
		}
	}
	if t.Item != nil {
		s.Item = shapeOfType(t.Item)
	}
	return s
}

// Columns returns the names of the columns that rows can be asked for by.
func (t *Table) Columns() []string {
	var names []string
	for i := range t.Row {
		if t.Row[i].Type.Asks() {
			names = append(names, t.Row[i].Name)
		}
	}
	return names
}

// Fact returns the table as a fact: NAME() gives all rows, NAME({column: value}) those
// that have a value, NAME([{…}, {…}]) those that are as one of several says.
func (t *Table) Fact() Fact {
	f := Fact{Doc: "the rows of a table", Params: "query", Type: reflect.TypeFor[func(...any) (any, error)]()}
	if !t.One {
		f.Options = map[int][]string{0: t.Columns()}
	}
	return f
}

// bind returns what a hook calls by the table's name. path gives the file's.
func (t *Table) bind(name string, c *Call, m *memo, path func() (any, error)) any {
	return func(args ...any) (any, error) {
		return remember(m, func() (any, error) {
			queries, err := t.queries(args)
			if err != nil {
				return nil, err
			}
			rows, err := t.find(name, c, path, queries)
			if err != nil {
				return nil, err
			}
			return t.values(rows), nil
		}, args...)
	}
}

// values are rows as conditions have them.
func (t *Table) values(rows [][]byte) any {
	shape := t.Shape()
	if t.One {
		rows = append(rows, nil) // of one that isn't there the defaults hold
		return shape.Read(gjson.ParseBytes(rows[0]), nil)
	}
	all := make([]any, 0, len(rows))
	for _, row := range rows {
		all = append(all, shape.Item.Read(gjson.ParseBytes(row), nil))
	}
	return all
}

// find returns the rows that queries are about.
func (t *Table) find(name string, c *Call, path func() (any, error), queries []table.Query) ([][]byte, error) {
	if queries != nil && len(queries) == 0 {
		return nil, nil
	}
	if t.File == nil {
		x, err := table.Open(bytes.NewReader(t.Rows), int64(len(t.Rows)))
		if err != nil {
			return nil, err
		}
		return x.Find(queries...)
	}
	v, err := path()
	file := text(v)
	if err != nil || file == "" {
		return nil, err
	}
	p, err := c.Host.Named(file)
	if err != nil {
		return nil, err
	}
	rows, faults, err := c.Host.Tables.Find(c.Host.At(p), &t.Definition, t.ID, queries...)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for i, f := range faults {
		if i == maxTold {
			c.Warn(fmt.Sprintf("%s: %s: %d others", name, file, len(faults)-i))
			break
		}
		c.Warn(fmt.Sprintf("%s: %s: %s", name, file, f))
	}
	return rows, err
}

// Check returns the path of the table's file and what of it is left out; "" and
// nothing if there is none.
func (t *Table) Check(all Tables, h *Host) (file string, faults []table.Fault, err error) {
	c, names := &Call{Event: &Event{}, Host: h}, map[string]any{}
	for name, f := range all.Facts {
		names[name] = f.bind(c, &memo{})
	}
	v, err := t.File.Fill(names)
	if file = text(v); err != nil || file == "" {
		return file, nil, err
	}
	p, err := h.Named(file)
	if err == nil {
		_, faults, err = h.Tables.Find(p, &t.Definition, t.ID, table.Query{})
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return file, faults, err
}

// maxTold bounds the faults of a file that are told at once.
const maxTold = 20

// queries reads what a table is asked for.
func (t *Table) queries(args []any) ([]table.Query, error) {
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
			q[name] = Listed(columns[name])
		}
		queries = append(queries, q)
	}
	return queries, nil
}

// Listed returns the items of a list, or the one value that is none.
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
