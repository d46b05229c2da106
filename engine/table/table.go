// Package table keeps tables of rows so that a few of them are found without
// reading the others.
//
//	file ─ JSON ─ row.go, value.go: rows of one type ─ build.go ─► index ─ store.go ─► the user's cache folder
//	query ─ query.go ─► the rows asked for
//
// A table may have thousands of rows, of which an event concerns a handful, and a
// process lives for one event. So the file of a table is read once, until it
// changes, and laid out as an index, a file of regions (package wire):
//
//	blocks of a few rows, as JSON, with programs for their patterns
//	for each column that can be asked:  a cell of each row
//	root: what it was made from, where the parts lie
//
// A cell tells what is in a row without reading it: a hash of each value; of a pattern
// literals, of which one stands in whatever it matches. A query reads the cells of the
// columns it names, and the blocks of the rows that are left; their patterns are tried
// (package ecma). Of the literals that are known of a pattern those are taken that the
// fewest patterns of the table have: "run" may be in all of them.
//
// Why not simpler: of 5,000 rows an index has 4 MB, and to read and check it whole takes
// ten times as long as to ask it this way; the cells of a column are a fiftieth of it.
// Why not faster: to look at all the cells of two columns takes a third of a
// millisecond in 5,000 rows, and nothing in a hundred.
//
// An index is trusted while the file's size, times and inode are what they were; one
// that was made from a file just written is made again, as is one that is damaged,
// of another type of row, or that wasn't made with the user's key (package wire): rows and
// the programs of their patterns are not to be had from a folder that came with a clone. It is replaced by a rename. A table whose rows
// stand in the rules is an index in their plan.
//
// What belongs here is rows and how they are found. What a table is called, where
// its file lies and what is done with its rows is said by rules.
package table

import (
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"strings"

	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// A Definition says where in a file the rows of a table are, and of which type.
type Definition struct {
	At  string // names joined by dots, "" for the whole file
	Key string // column that takes the name under which an object has the row
	One bool   // what is there is the one row
	// Optional says that there may be nothing, and nothing that can be read.
	Optional bool
	Row      []Field
	Alias    []Alias
	Vital    map[string]json.RawMessage // columns of rows that must not go missing; nil for no rows
}

// A Field is a column, or a field of an object in one.
type Field struct {
	Name string
	Type Type
}

// A Type is the type of a value. One that is absent, or null, reads as the default,
// or else as the zero value of the kind.
type Type struct {
	Kind    string // string, int, number, bool, list, object, pattern or any
	Item    *Type  // of a list
	Fields  []Field
	Default json.RawMessage // nil for none
	Needed  bool            // it may not be absent
	Bounds  []Bound
}

// A Bound is one thing that holds of a value: an operator of CUE, or in, and what
// stands after it; with in the values there are. With known it is the values that mean
// something, where others are taken as well.
type Bound struct {
	Op    string
	Value json.RawMessage
}

// An Alias gives columns that a row lacks their values, where a row is as If says.
type Alias struct {
	If   map[string]json.RawMessage // values by path, names joined by dots
	Copy map[string]string          // paths by column
	Set  map[string]json.RawMessage // values by column
}

// A Fault is why something of a file is left out, or means nothing.
type Fault struct {
	Row     int    // from 0; negative where it is not about one
	Name    string // by which people find the row; "" where there is the one
	Column  string // "" if it is about none
	Pattern bool   // a pattern is left out, not the row
	Index   int    // of the pattern in its list
	Why     string
	Vital   bool // the row must not go missing, or the file has none as it can't be read

	// Of Check alone, where nothing is left out:

	Idle  bool     // a value means nothing, or Column is none
	Lacks []string // columns that the row lacks, where Column is none
}

func (f Fault) String() string {
	text := f.Why
	if f.Name != "" {
		text = "row " + f.Name + ": " + text
	}
	switch {
	case f.Row < 0 || f.Idle:
		return text
	case f.Pattern:
		return text + "; the pattern is left out"
	}
	return text + "; the row is left out"
}

// Column returns the type of a column, nil if there is none of the name.
func (d *Definition) Column(name string) *Type {
	for i := range d.Row {
		if d.Row[i].Name == name {
			return &d.Row[i].Type
		}
	}
	return nil
}

// Asks reports whether rows can be asked for by values of the type: texts, numbers,
// truths and patterns, and lists of them.
func (t *Type) Asks() bool {
	if t.Kind == "list" {
		return t.Item != nil && t.Item.Kind != "list" && t.Item.Asks()
	}
	return t.Kind != "object" && t.Kind != "any"
}

// Check returns why a JSON value is not of the type, under the name of where it
// stands, or nil.
func (t *Type) Check(name string, value []byte) error {
	_, err := newReader(&Definition{}).value(nil, t, name, gjson.ParseBytes(value))
	return err
}

// patterns reports whether values are patterns.
func (t *Type) patterns() bool {
	return t.Kind == "pattern" || t.Kind == "list" && t.Item != nil && t.Item.Kind == "pattern"
}

// ID tells definitions apart.
func (d *Definition) ID() string {
	c := wire.NewWriter()
	d.Code(c)
	h := fnv.New128a()
	h.Write(c.Bytes())
	return hex.EncodeToString(h.Sum(nil))
}

// Code codes a definition; see package wire.
func (d *Definition) Code(c *wire.Coder) {
	c.String(&d.At)
	c.String(&d.Key)
	c.Bool(&d.One)
	c.Bool(&d.Optional)
	CodeFields(c, &d.Row)
	wire.List(c, &d.Alias, func(c *wire.Coder, a *Alias) {
		wire.Map(c, &a.If, raw)
		wire.Map(c, &a.Copy, (*wire.Coder).String)
		wire.Map(c, &a.Set, raw)
	})
	wire.Map(c, &d.Vital, raw)
}

// CodeFields codes columns.
func CodeFields(c *wire.Coder, all *[]Field) {
	wire.List(c, all, func(c *wire.Coder, f *Field) {
		c.String(&f.Name)
		f.Type.code(c)
	})
}

func (t *Type) code(c *wire.Coder) {
	c.String(&t.Kind)
	wire.Pointer(c, &t.Item, func(c *wire.Coder, t *Type) { t.code(c) })
	CodeFields(c, &t.Fields)
	raw(c, &t.Default)
	c.Bool(&t.Needed)
	wire.List(c, &t.Bounds, func(c *wire.Coder, b *Bound) {
		c.String(&b.Op)
		raw(c, &b.Value)
	})
}

func raw(c *wire.Coder, v *json.RawMessage) { c.Raw((*[]byte)(v)) }

// String is the type as people write it.
func (t *Type) String() string {
	s := t.Kind
	switch {
	case len(t.Bounds) == 1 && t.Bounds[0].Op == in:
		s = ""
	case t.Kind == "list" && t.Item != nil:
		s = "[..." + t.Item.String() + "]"
	case t.Kind == "object":
		s = "{…}"
	}
	for _, b := range t.Bounds {
		switch b.Op {
		case in:
			s += b.either()
		case known:
		default:
			s += " & " + b.Op + string(b.Value)
		}
	}
	return s
}

// either is the values of a choice as people write it.
func (b Bound) either() string {
	return strings.NewReplacer("[", "", "]", "", ",", " | ").Replace(string(b.Value))
}

// in is the operator of a choice of values, known of one beside which others are taken.
const (
	in    = "in"
	known = "known"

	// Flags is the operator of the flags that patterns have which are plain texts.
	Flags = "flags"
)
