// Package table keeps tables of rows so that a few of them are found without reading the others.
//
//	file ─ JSON ─ row.go, value.go: rows of one type ─ build.go ─► index ─ store.go ─► the user's cache folder
//	query ─ query.go ─► the rows asked for
//
// A table may have thousands of rows, of which an event concerns a handful, and a process lives for
// one event. So a table's file is read once, until it changes, and laid out as an index, a file of
// regions (package wire):
//
//	blocks of a few rows, as JSON, with programs for their patterns
//	for each column that can be queried:  a cell of each row
//	root: what it was made from, where the parts are
//
// A cell summarises a row's value without reading the row: a hash of each value, or literals of a
// pattern, one of which every match contains. A query reads the cells of the columns it names, then
// the blocks of the remaining rows, and tries their patterns (package ecma). A pattern's cell has
// those of its known literals that the fewest patterns of the table need: "run" may be in all of
// them.
//
// Why not simpler: the index of 5,000 rows has 4 MB, and reading and checking it whole takes ten
// times as long as querying it this way; the cells of a column are a fiftieth of it. Why not
// faster: scanning the cells of two columns takes a third of a millisecond for 5,000 rows, and
// nothing for a hundred.
//
// An index is valid while the file's size, times and inode are unchanged. It is made again if it
// was made from a file just written, is damaged, is of another type of row, or wasn't made with the
// user's key (package wire), so that a folder that came with a clone can't supply rows and compiled
// patterns. It is replaced by a rename. A table whose rows are in the rules is an index in their
// plan.
//
// This package knows only rows and how they are found. The rules say what a table is called, where
// its file is and what is done with its rows.
package table

import (
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"strings"

	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// A Definition says where in a file the rows of a table are, and their type.
type Definition struct {
	At  string // path of names joined by dots, "" for the whole file
	Key string // column that takes the row's name in an object of rows
	One bool   // the value there is the only row
	// Optional allows the value, or the file's content, to be absent.
	Optional bool
	Row      []Field
	Alias    []Alias
	Vital    map[string]json.RawMessage // column values of rows that must not go missing; nil for none
}

// A Field is a column, or a field of an object in one.
type Field struct {
	Name string
	Type Type
}

// A Type is the type of a value. An absent or null value reads as the default, or else as the zero
// value of the kind.
type Type struct {
	Kind    string // string, int, number, bool, list, object, pattern or any
	Item    *Type  // of a list
	Fields  []Field
	Default json.RawMessage // nil for none
	Needed  bool            // it must be present
	Bounds  []Bound
}

// A Bound constrains a value: an operator of CUE with its operand, or in with the list of allowed
// values. known lists the meaningful values without excluding others.
type Bound struct {
	Op    string
	Value json.RawMessage
}

// An Alias supplies values for columns that a row lacks, if the row is as If says.
type Alias struct {
	If   map[string]json.RawMessage // values by path, names joined by dots
	Copy map[string]string          // paths by column
	Set  map[string]json.RawMessage // values by column
}

// A Fault is why something in a file is left out, or has no effect.
type Fault struct {
	Row     int    // from 0; negative if it is not about a row
	Name    string // the row's name in messages; "" if it is the only one
	Column  string // "" if it is about none
	Pattern bool   // only a pattern is left out, not the row
	Index   int    // of the pattern in its list
	Why     string
	Vital   bool // the row must not go missing, or the file is unreadable

	// Set by Check only, when nothing is left out:

	Idle  bool     // a value has no effect, or Column doesn't exist
	Lacks []string // columns the row lacks, if Column doesn't exist
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

// Column returns the type of a column, nil if there is none.
func (d *Definition) Column(name string) *Type {
	for i := range d.Row {
		if d.Row[i].Name == name {
			return &d.Row[i].Type
		}
	}
	return nil
}

// Asks reports whether rows can be queried by values of the type: texts, numbers, booleans and
// patterns, and lists of them.
func (t *Type) Asks() bool {
	if t.Kind == "list" {
		return t.Item != nil && t.Item.Kind != "list" && t.Item.Asks()
	}
	return t.Kind != "object" && t.Kind != "any"
}

// Check returns why a JSON value is not of the type, or nil; name says in messages where it is.
func (t *Type) Check(name string, value []byte) error {
	_, err := newReader(&Definition{}).value(nil, t, name, gjson.ParseBytes(value))
	return err
}

// patterns reports whether values are patterns.
func (t *Type) patterns() bool {
	return t.Kind == "pattern" || t.Kind == "list" && t.Item != nil && t.Item.Kind == "pattern"
}

// ID identifies the definition by its content.
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

// String returns the type in the authors' notation.
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

// either returns the values of a choice in the authors' notation.
func (b Bound) either() string {
	return strings.NewReplacer("[", "", "]", "", ",", " | ").Replace(string(b.Value))
}

// in is the operator of a fixed choice of values, known of a choice that allows others.
const (
	in    = "in"
	known = "known"

	// Flags is the operator for the flags of patterns written as plain texts.
	Flags = "flags"
)
