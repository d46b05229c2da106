package table

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// A Query is what the columns of a row must have, by name: one of the values; in a
// column of patterns, if the row has any, one that matches one of the texts.
type Query map[string][]any

// Find returns the rows, as JSON and in their order, that one of the queries is
// about; without a query all.
func (x *Index) Find(queries ...Query) ([][]byte, error) {
	raw, err := x.region(x.head.Starts)
	if err != nil {
		return nil, err
	}
	n := int(x.head.Rows)
	starts, _ := take(raw, n+1)
	if starts == nil {
		return nil, errDamaged
	}
	if len(queries) == 0 {
		queries = []Query{nil}
	}
	taken := make([]bool, n)
	found := map[int][]byte{}
	for _, q := range queries {
		in := make([]bool, n)
		for i := range in {
			in[i] = !taken[i]
		}
		if err := x.narrow(in, q); err != nil {
			return nil, err
		}
		for i := range in {
			if !in[i] {
				continue
			}
			row, err := x.blob(x.head.At, starts.at(i), starts.at(i+1))
			if err != nil {
				return nil, err
			}
			if x.has(row, q) {
				taken[i], found[i] = true, row
			}
		}
	}
	rows := make([][]byte, 0, len(found))
	for _, i := range slices.Sorted(maps.Keys(found)) {
		rows = append(rows, found[i])
	}
	return rows, nil
}

// narrow leaves those rows in that a query may be about: patterns are tried, of
// values the hashes. What costs more comes later.
func (x *Index) narrow(in []bool, q Query) error {
	for _, patterns := range []bool{false, true} {
		for i := range x.head.Columns {
			e := &x.head.Columns[i]
			values, asked := q[e.Name]
			if !asked || e.Pattern != patterns {
				continue
			}
			var err error
			if patterns {
				err = x.sift(in, e, values)
			} else {
				err = x.pick(in, e, values)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", e.Name, err)
			}
		}
	}
	return nil
}

// pick leaves those rows in of whose values one has the hash of one that is asked
// for.
func (x *Index) pick(in []bool, e *columnEntry, values []any) error {
	var want []int
	for _, v := range values {
		text, err := canonicalOf(v)
		if err != nil {
			return err
		}
		want = append(want, int(hash(text)))
	}
	raw, err := x.region(e.Values)
	if err != nil {
		return err
	}
	starts, rest := take(raw, len(in)+1)
	if starts == nil {
		return errDamaged
	}
	has := list(rest)
	for i := range in {
		if !in[i] {
			continue
		}
		from, to := starts.between(i, len(rest)/4)
		in[i] = false
		for n := from; n < to && !in[i]; n++ {
			in[i] = slices.Contains(want, has.at(n))
		}
	}
	return nil
}

// has reports whether a row has the values that a query asks for, whatever their
// hashes are.
func (x *Index) has(row []byte, q Query) bool {
	for i := range x.head.Columns {
		e := &x.head.Columns[i]
		values, asked := q[e.Name]
		if !asked || e.Pattern {
			continue
		}
		has := gjson.GetBytes(row, gjson.Escape(e.Name))
		if !slices.ContainsFunc(values, func(v any) bool { return holds(has, v) }) {
			return false
		}
	}
	return true
}

// holds reports whether a column is a value or has it in its list.
func holds(column gjson.Result, v any) bool {
	text, _ := canonicalOf(v)
	if !column.IsArray() {
		return canonical(column) == text
	}
	return slices.ContainsFunc(column.Array(), func(item gjson.Result) bool { return canonical(item) == text })
}
