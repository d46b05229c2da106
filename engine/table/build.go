package table

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// Build returns the index of the rows in a JSON text, and what of them is left out.
// A text that is no JSON has none.
func Build(def *Definition, data []byte) (index []byte, faults []Fault) {
	return build(def, data, source{})
}

func build(def *Definition, data []byte, from source) ([]byte, []Fault) {
	b := &builder{def: def, reader: newReader(def), columns: make([]column, len(def.Row))}
	b.read(data)
	return b.layout(from), b.faults
}

// A builder lays out an index.
type builder struct {
	def     *Definition
	reader  *reader
	faults  []Fault
	rows    [][]byte
	columns []column // as in the definition
}

// A column is one as it is laid out: the values of all rows, or their patterns, and
// how many of them there are before each row's.
type column struct {
	starts   []uint32
	hashes   []uint32
	patterns []patternEntry
}

// A patternEntry is a pattern as it is stored; its program is empty where it has none.
type patternEntry struct {
	literals [][]string // see ecma.Program.Literals
	program  []byte
}

// read adds the rows of a text.
func (b *builder) read(data []byte) {
	v, err := b.found(data)
	switch {
	case err != nil:
		b.faults = append(b.faults, Fault{Row: -1, Why: err.Error()})
	case b.def.One && !there(v): // the defaults hold
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

// found returns what stands where the rows are.
func (b *builder) found(data []byte) (v gjson.Result, err error) {
	if !files.Valid(data) {
		return v, errors.New("found text that is not JSON, want JSON")
	}
	v = gjson.ParseBytes(data)
	if b.def.At != "" {
		v = below(v, b.def.At)
	}
	want := "a list of rows, or an object of them"
	if b.def.One {
		want = "an object"
	}
	if b.def.One && !there(v) {
		return v, nil
	}
	if !v.IsObject() && (b.def.One || !v.IsArray()) {
		return v, fmt.Errorf("found %s at %s, want %s", short(v), cmp.Or(b.def.At, "the top"), want)
	}
	return v, nil
}

// add adds the n-th row of a text, from 0, and its key if it has one.
func (b *builder) add(n int, key string, v gjson.Result) {
	fault := Fault{Row: n, Name: cmp.Or(key, strconv.Itoa(n+1))}
	row, column, err := b.reader.row(key, v)
	if err != nil {
		fault.Column, fault.Why = column, err.Error()
		b.faults = append(b.faults, fault)
		return
	}
	b.rows = append(b.rows, row.json)
	for i := range b.columns {
		f, c := &b.def.Row[i], &b.columns[i]
		values := []gjson.Result{row.columns[i]}
		if f.Type.Kind == "list" {
			values = row.columns[i].Array()
		}
		switch {
		case !f.Type.Asks():
			continue
		case f.Type.patterns():
			c.starts = append(c.starts, uint32(len(c.patterns)))
			fault.Column, fault.Pattern = f.Name, true
			for fault.Index = range values {
				b.pattern(c, fault, values[fault.Index])
			}
		default:
			c.starts = append(c.starts, uint32(len(c.hashes)))
			for _, v := range values {
				c.hashes = append(c.hashes, hash(canonical(v)))
			}
		}
	}
}

// pattern adds a pattern of a row.
func (b *builder) pattern(c *column, fault Fault, v gjson.Result) {
	source, flags, _ := pattern(v)
	program, err := ecma.Translate(source, flags)
	if err != nil {
		fault.Why = fmt.Sprintf("%s: pattern /%s/%s: %v", fault.Column, source, flags, err)
		b.faults = append(b.faults, fault)
		c.patterns = append(c.patterns, patternEntry{})
		return
	}
	w := wire.NewWriter()
	program.Code(w)
	c.patterns = append(c.patterns, patternEntry{program.Literals(), w.Bytes()})
}

func hash(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()
}

// layout returns the index as it is stored.
func (b *builder) layout(from source) []byte {
	h := head{Version: version, Source: from, Told: told(b.faults), Rows: int64(len(b.rows))}
	var body []byte
	put := func(raw []byte) region {
		r := region{int64(len(body)), int64(len(raw)), sum(raw)}
		body = append(body, raw...)
		return r
	}
	for i := range b.columns {
		f, c := &b.def.Row[i], &b.columns[i]
		if !f.Type.Asks() {
			continue
		}
		e := columnEntry{Name: f.Name}
		if f.Type.patterns() {
			e.Pattern = true
			var programs blobs
			for _, p := range c.patterns {
				programs.add(p.program)
			}
			e.Programs = int64(len(body))
			body = append(body, programs.data...)
			e.Values = put(newSieve(c, append(programs.starts, uint32(len(programs.data)))))
		} else {
			e.Values = put(numbers(append(c.starts, uint32(len(c.hashes))), c.hashes))
		}
		h.Columns = append(h.Columns, e)
	}
	var rows blobs
	for _, r := range b.rows {
		rows.add(r)
	}
	h.At = int64(len(body))
	body = append(body, rows.data...)
	h.Starts = put(numbers(append(rows.starts, uint32(len(rows.data)))))
	h.Size = int64(len(body))
	w := wire.NewWriter()
	h.code(w)
	top := w.Bytes()
	return slices.Concat([]byte(magic), numbers([]uint32{uint32(len(top)), uint32(sum(top))}), top, body)
}

// Blobs are pieces of data one after another, each after a checksum.
type blobs struct {
	data   []byte
	starts []uint32
}

func (b *blobs) add(raw []byte) {
	b.starts = append(b.starts, uint32(len(b.data)))
	b.data = append(numbers32(b.data, uint32(sum(raw))), raw...)
}

// told tells what faults there are, so that the same ones are said once.
func told(faults []Fault) int64 {
	text := ""
	for _, f := range faults {
		text += f.String() + "\n"
	}
	return int64(hash(text))
}
