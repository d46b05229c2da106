package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/wire"
	"github.com/tidwall/gjson"
)

// A Query says what the columns of a row must have, by name: one of the values; in a column of
// patterns, if the row has any, one that matches one of the texts.
type Query map[string][]any

// Find returns the rows, as JSON and in order, that match one of the queries; without queries, all.
func (x *Index) Find(queries ...Query) ([][]byte, error) {
	if len(queries) == 0 {
		queries = []Query{nil}
	}
	found := map[int][]byte{}
	for _, q := range queries {
		asked, err := x.questions(q)
		if err != nil {
			return nil, err
		}
		in := slices.Repeat([]bool{true}, x.root.Rows)
		for _, of := range asked {
			if err := x.narrow(of, in); err != nil {
				return nil, fmt.Errorf("%s: %w", of.Name, err)
			}
		}
		for n := range in {
			if !in[n] || found[n] != nil {
				continue
			}
			r, err := x.record(n)
			if err != nil {
				return nil, err
			}
			ok, err := r.fits(asked)
			if err != nil {
				return nil, err
			}
			if ok {
				found[n] = r.JSON
			}
		}
	}
	all := make([][]byte, 0, len(found))
	for _, n := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[n])
	}
	return all, nil
}

// A question is what a query asks of a column.
type question struct {
	*column
	values []string // canonical; the column must have one of them
	texts  []string // to match patterns against
	cells  []string // to compare cells with: words, or the texts folded by ecma.Fold
}

// questions returns what a query asks, the shortest texts first.
func (x *Index) questions(q Query) ([]question, error) {
	var all []question
	for i := range x.root.Columns {
		of := question{column: &x.root.Columns[i]}
		values, asked := q[of.Name]
		for _, v := range values {
			text, err := canonicalOf(v)
			if plain, ok := v.(string); of.Pattern && !ok {
				err = fmt.Errorf("found %T, want a text to try patterns on", v)
			} else if of.Pattern {
				of.texts, of.cells = append(of.texts, plain), append(of.cells, ecma.Fold(plain))
			} else {
				of.values, of.cells = append(of.values, text), append(of.cells, word(text))
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", of.Name, err)
			}
		}
		if asked {
			all = append(all, of)
		}
	}
	slices.SortStableFunc(all, func(a, b question) int { return len(strings.Join(a.texts, "")) - len(strings.Join(b.texts, "")) })
	return all, nil
}

// narrow removes rows that can't match from in, by the cells of a column. Several queries ask the
// same columns.
func (x *Index) narrow(of question, in []bool) (err error) {
	if of.read == nil {
		if of.read, err = x.Read(of.Cells); err != nil {
			return err
		}
	}
	c := wire.NewReader(of.read)
	for i := range in {
		n := 0
		c.Len(&n)
		ok := n == 0 && of.Pattern
		for ; n > 0; n-- {
			var text string
			c.String(&text)
			ok = ok || in[i] && of.has(text)
		}
		in[i] = in[i] && ok
	}
	return c.Err()
}

// has reports whether a cell is one of the wanted words, or a literal contained in one of the
// texts.
func (of *question) has(text string) bool {
	return slices.ContainsFunc(of.cells, func(cell string) bool { return of.Pattern && strings.Contains(cell, text) || cell == text })
}

// fits reports whether a row matches in each column: it has one of the values (whatever their
// hashes), or has no pattern or one that matches one of the texts.
func (r *record) fits(asked []question) (bool, error) {
	c := wire.NewReader(r.Patterns)
	var by map[string][]pattern
	if patternsOf(c, &by); c.Err() != nil {
		return false, c.Err()
	}
	for _, of := range asked {
		if !of.Pattern {
			if !of.holds(gjson.GetBytes(r.JSON, gjson.Escape(of.Name))) {
				return false, nil
			}
			continue
		}
		ok := len(by[of.Name]) == 0
		for _, p := range by[of.Name] {
			if ok || !slices.ContainsFunc(of.cells, p.Literals.In) { // compiling it would be in vain
				continue
			}
			compiled, err := p.Program.Compile()
			if err != nil {
				return false, err
			}
			for i, text := range of.texts {
				ok = ok || p.Literals.In(of.cells[i]) && compiled.Match(text)
			}
		}
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

// holds reports whether a column of a row, or an item of its list, is one of the values.
func (of *question) holds(has gjson.Result) bool {
	if !has.IsArray() {
		return slices.Contains(of.values, canonical(has))
	}
	return slices.ContainsFunc(has.Array(), func(item gjson.Result) bool { return slices.Contains(of.values, canonical(item)) })
}
