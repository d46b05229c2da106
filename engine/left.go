package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/table"

	"github.com/tidwall/gjson"
)

// A Rejected is a candidate that was considered and rejected, with the reason.
type Rejected struct {
	Item any    `json:"item"` // a row, an item of a list, or the key of a text
	Why  string `json:"why"`
}

// rejectedRows returns the rows of a table that a query rejected. If there are several queries, the
// one that a row comes nearest to gives the reason.
func rejectedRows(t *plan.Table, c *Call, path func() (any, error), args []any) []Rejected {
	queries, err := queriesOf(t, args)
	if err != nil || len(queries) == 0 {
		return nil
	}
	find := func(queries ...table.Query) (rows []string) {
		_, found, _ := rowsOf(t, c, path, queries) // the query itself has reported errors
		for _, row := range found.Rows {
			rows = append(rows, string(row))
		}
		return rows
	}
	fits := make([]map[string][]string, len(queries)) // rows, by query and column
	for i, q := range queries {
		fits[i] = map[string][]string{}
		for column, values := range q {
			fits[i][column] = find(table.Query{column: values})
		}
	}
	chosen, shape := find(queries...), t.Shape().Item
	var all []Rejected
	for _, row := range find(nil) {
		if slices.Contains(chosen, row) {
			continue
		}
		var lacks []string
		for i, q := range queries {
			of := slices.Sorted(maps.Keys(q))
			of = slices.DeleteFunc(of, func(column string) bool { return slices.Contains(fits[i][column], row) })
			if i == 0 || len(of) < len(lacks) {
				lacks = of
			}
		}
		item := shape.Read(gjson.Parse(row), nil)
		all = append(all, Rejected{item, mismatch(t, lacks, item)})
	}
	return all
}

// keysOf returns the columns of a table in the order of their definition, the key column first.
func keysOf(t *plan.Table) []string {
	var names []string
	for _, f := range t.Row {
		if f.Name != t.Key {
			names = append(names, f.Name)
		}
	}
	if t.Key != "" {
		names = slices.Insert(names, 0, t.Key)
	}
	return names
}

// mismatch says that columns don't have the requested values.
func mismatch(t *plan.Table, columns []string, row any) string {
	var words []string
	for _, name := range columns {
		of := t.Column(name)
		if of.Kind == "pattern" || of.Item != nil && of.Item.Kind == "pattern" {
			words = append(words, "no pattern of "+name+" fits")
		} else {
			fields, _ := row.(map[string]any)
			words = append(words, fmt.Sprintf("%s is %s", name, files.JSON(fields[name])))
		}
	}
	return strings.Join(words, ", ")
}

// Reject records that an action rejected something it was given, and why. It does nothing unless
// the run is traced.
func (c *Call) Reject(what, format string, args ...any) {
	if c.rejected != nil {
		c.rejected(Rejected{what, fmt.Sprintf(format, args...)})
	}
}
