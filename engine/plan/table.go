package plan

import "bcrules.dev/engine/table"

// A Table is rows of one type, in the rules or in a file. Rules query it by name, like a fact.
type Table struct {
	table.Definition
	ID   string   // identifies the definition
	File Template // evaluates to the path of the file; nil if the rules have the rows
	Rows []byte   // otherwise the rows, as laid out by package table
}

// Shape is the shape of the table's value: a list of rows, or the one row.
func (t *Table) Shape() *Shape {
	row := shapeOfType(&table.Type{Kind: "object", Fields: t.Row})
	if t.One {
		return row
	}
	return &Shape{Kind: "list", Item: row}
}

// shapeOfType returns the shape of a column type.
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

// Columns returns the names of the columns that can be queried.
func (t *Table) Columns() []string {
	var names []string
	for i := range t.Row {
		if t.Row[i].Type.Asks() {
			names = append(names, t.Row[i].Name)
		}
	}
	return names
}
