package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// Build returns the index of the rows in a JSON text, and why parts of it are left out. Text that is
// not JSON has no rows.
func Build(def *Definition, data []byte) (index []byte, faults []Fault) {
	return build(def, data, source{}, nil)
}

func build(def *Definition, data []byte, from source, key *wire.Key) ([]byte, []Fault) {
	b := newBuilder(def)
	b.read(files.Unmarked(data))
	return b.layout(from, key), b.faults
}

// Check returns why parts of a JSON text are left out, and what in its rows has no effect: unknown
// columns, and values outside a column's known ones.
func Check(def *Definition, data []byte) []Fault {
	b := newBuilder(def)
	b.reader.strict = true
	b.read(files.Unmarked(data))
	return b.faults
}

func newBuilder(def *Definition) *builder {
	return &builder{def: def, reader: newReader(def), common: map[string]int{}}
}

// A builder builds an index.
type builder struct {
	def    *Definition
	reader *reader
	faults []Fault
	rows   []row
	common map[string]int // how many patterns need a literal
}

// A row is a row being built.
type row struct {
	json     []byte
	values   map[string]cell // by column
	patterns map[string][]translated
}

// A translated pattern has every known list of its literals, before the rarest is chosen.
type translated struct {
	program  ecma.Program
	literals ecma.Literals
}

// read adds the rows of a JSON text.
func (b *builder) read(data []byte) {
	v, err := b.found(data)
	switch {
	case err != nil:
		empty := files.Valid(data) && !present(v)
		b.faults = append(b.faults, Fault{Row: -1, Why: err.Error(), Vital: !empty})
	case (b.def.One || b.def.Optional) && !present(v): // use the defaults, or no rows
	case b.def.One:
		b.add(0, "", v)
	default:
		n, named := 0, v.IsObject()
		v.ForEach(func(key, row gjson.Result) bool {
			if !named {
				key = gjson.Result{}
			}
			b.add(n, key.String(), row)
			n++
			return true
		})
	}
}

// found returns the value that contains the rows.
func (b *builder) found(data []byte) (v gjson.Result, err error) {
	if !files.Valid(data) {
		return v, errors.New("found text that is not JSON, want JSON")
	}
	v = gjson.ParseBytes(data)
	if b.def.At != "" {
		v = files.ValueAt(v, b.def.At)
	}
	want := "a list of rows, or an object of them"
	if b.def.One {
		want = "an object"
	}
	if (b.def.One || b.def.Optional) && !present(v) {
		return v, nil
	}
	if !v.IsObject() && (b.def.One || !v.IsArray()) {
		return v, fmt.Errorf("found %s at %s, want %s", short(v), cmp.Or(b.def.At, "the top"), want)
	}
	return v, nil
}

// add adds row n of a text, from 0, with its key if it has one.
func (b *builder) add(n int, key string, v gjson.Result) {
	fault := Fault{Row: n, Name: cmp.Or(key, strconv.Itoa(n+1)), Vital: b.reader.vital(key, v)}
	if b.def.One {
		fault.Name = ""
	}
	text, column, err := b.reader.row(key, v)
	for _, idle := range b.reader.idle {
		idle.Row, idle.Name, idle.Idle = n, fault.Name, true
		b.faults = append(b.faults, idle)
	}
	if err != nil {
		fault.Column, fault.Why = column, err.Error()
		b.faults = append(b.faults, fault)
		return
	}
	r, i := row{text, map[string]cell{}, map[string][]translated{}}, 0
	gjson.ParseBytes(text).ForEach(func(_, v gjson.Result) bool {
		f := &b.def.Row[i]
		i++
		values := []gjson.Result{v}
		if f.Type.Kind == "list" {
			values = v.Array()
		}
		for at, v := range values {
			switch {
			case !f.Type.Asks():
			case f.Type.patterns():
				fault.Column, fault.Pattern, fault.Index = f.Name, true, at
				r.patterns[f.Name] = append(r.patterns[f.Name], b.translate(fault, v))
			default:
				r.values[f.Name] = append(r.values[f.Name], word(canonical(v)))
			}
		}
		return true
	})
	b.rows = append(b.rows, r)
}

// translate translates a row's pattern. An invalid one matches nothing.
func (b *builder) translate(fault Fault, v gjson.Result) translated {
	source, flags, _ := patternOf(v)
	program, err := ecma.Translate(source, flags)
	if err != nil {
		fault.Why = fmt.Sprintf("%s: pattern /%s/%s: %v", fault.Column, source, flags, err)
		b.faults = append(b.faults, fault)
		return translated{literals: ecma.Literals{{nowhere}}}
	}
	p := translated{program, program.Literals()}
	for _, text := range slices.Concat(p.literals...) {
		b.common[text]++
	}
	return p
}

// nowhere is a literal that no text contains: ecma.Fold leaves no capital.
const nowhere = "A"

// rarest returns the list of a pattern whose literals the fewest patterns need; without lists, the
// empty text, which every text contains.
func (b *builder) rarest(lists ecma.Literals) []string {
	best, least := []string{""}, math.MaxInt
	for _, list := range lists {
		most := 0
		for _, text := range list {
			most = max(most, b.common[text])
		}
		if most < least {
			best, least = list, most
		}
	}
	return best
}

// layout returns the index encoded for a file with a key.
func (b *builder) layout(from source, key *wire.Key) []byte {
	l := wire.Layout{Key: key}
	r := root{Source: from, FaultsID: fingerprint(b.faults), Lost: lost(b.faults), Rows: len(b.rows)}
	cells := map[string][]cell{}
	var records []record
	for i := range b.rows {
		records = append(records, b.record(&b.rows[i], cells))
	}
	for some := range slices.Chunk(records, perBlock) {
		r.Blocks = append(r.Blocks, l.Put(func(c *wire.Coder) { block(c, &some) }))
	}
	for i := range b.def.Row {
		if f := &b.def.Row[i]; f.Type.Asks() {
			r.Columns = append(r.Columns, column{Name: f.Name, Pattern: f.Type.patterns(), Cells: l.Put(func(c *wire.Coder) {
				for _, of := range cells[f.Name] {
					wire.Strings(c, (*[]string)(&of))
				}
			})})
		}
	}
	return l.File(kind, r.code)
}

// record returns a row's stored form, and adds its cells to the columns.
func (b *builder) record(r *row, cells map[string][]cell) record {
	by := map[string][]pattern{}
	for i := range b.def.Row {
		name := b.def.Row[i].Name
		of := r.values[name]
		for _, p := range r.patterns[name] {
			by[name] = append(by[name], pattern{p.literals, p.program})
			of = append(of, b.rarest(p.literals)...)
		}
		cells[name] = append(cells[name], of)
	}
	c := wire.NewWriter()
	patternsOf(c, &by)
	return record{r.json, c.Bytes()}
}

// lost counts the vital rows with faults; -1 if the whole file is unusable.
func lost(faults []Fault) int {
	rows := map[int]bool{}
	for _, f := range faults {
		if f.Vital {
			rows[f.Row] = true
		}
	}
	if rows[-1] {
		return -1
	}
	return len(rows)
}

// fingerprint returns a fingerprint of the faults, so that the same ones are reported once.
func fingerprint(faults []Fault) string {
	text := ""
	for _, f := range faults {
		text += f.String() + "\n"
	}
	return name(text)
}
