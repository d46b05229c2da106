package table

import (
	"hash/fnv"
	"io"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// kind is what indexes end in; it has the version of their layout.
const kind = "bcrules table 6\n"

// perBlock is how many rows are read at once.
const perBlock = 8

// A root says what an index was made from, and where its parts lie.
type root struct {
	Source  source
	Told    string // tells which faults there were
	Lost    int    // rows that must not go missing and have faults; -1 for the whole file
	Rows    int
	Blocks  []wire.Region // of perBlock records each
	Columns []column      // that can be asked
}

// A source is what an index was made from; the zero one is no file.
type source struct {
	Path  string
	ID    string // of the definition
	State files.State
	Taken int64 // when, Unix ns, before it was read
}

// A column says where its cells are, row by row.
type column struct {
	Name    string
	Pattern bool
	Cells   wire.Region
}

// A record is a row as it is stored.
type record struct {
	JSON     []byte
	Patterns []byte // what patternsOf codes
}

// A pattern is one of a row.
type pattern struct {
	Literals ecma.Literals
	Program  ecma.Program
}

func (r *root) code(c *wire.Coder) {
	c.String(&r.Source.Path)
	c.String(&r.Source.ID)
	r.Source.State.Code(c)
	c.Int64(&r.Source.Taken)
	c.String(&r.Told)
	c.Int(&r.Lost)
	c.Int(&r.Rows)
	wire.List(c, &r.Blocks, func(c *wire.Coder, r *wire.Region) { r.Code(c) })
	wire.List(c, &r.Columns, func(c *wire.Coder, of *column) {
		c.String(&of.Name)
		c.Bool(&of.Pattern)
		of.Cells.Code(c)
	})
	if c.Reading() && (r.Rows < 0 || r.Rows > perBlock*len(r.Blocks)) {
		c.Fail(wire.ErrDamaged)
	}
}

func block(c *wire.Coder, records *[]record) {
	wire.List(c, records, func(c *wire.Coder, r *record) {
		c.Raw(&r.JSON)
		c.Raw(&r.Patterns)
	})
}

// patternsOf codes the patterns of a row by column, of those columns that have some.
func patternsOf(c *wire.Coder, by *map[string][]pattern) {
	wire.Map(c, by, func(c *wire.Coder, list *[]pattern) {
		wire.List(c, list, func(c *wire.Coder, p *pattern) {
			p.Literals.Code(c)
			p.Program.Code(c)
		})
	})
}

// A cell is what is known of a row in a column without reading it: a word for each
// value; or the literals of each pattern, none if the row has no pattern.
type cell []string

// word stands for a value: a hash of 64 bits. It narrows; who made the values may have
// made two of one hash, so that the row itself is looked at, too.
func word(value string) string {
	h := fnv.New64a()
	h.Write([]byte(value))
	return string(h.Sum(nil))
}

// An Index is a table as it is stored. Close it.
type Index struct {
	*wire.File
	root    root
	block   int // the one whose records are at hand, from 1
	records []record
}

// Open opens an index of a size, bytes, that stands in what is believed. It fails if it
// isn't one of this version.
func Open(from io.ReaderAt, size int64) (*Index, error) { return openWith(from, size, nil) }

// openWith is Open of a file, whose key it has. It fails, too, if that is damaged.
func openWith(from io.ReaderAt, size int64, key *wire.Key) (*Index, error) {
	x := &Index{}
	var err error
	x.File, err = wire.Open(from, size, kind, key, x.root.code)
	return x, err
}

// Lost returns how many rows are left out, or have patterns that are, and must not go
// missing; -1 if the file has none at all as it can't be read.
func (x *Index) Lost() int { return x.root.Lost }

// record returns the n-th row.
func (x *Index) record(n int) (r record, err error) {
	if b := n/perBlock + 1; b != x.block {
		if err := x.Decode(x.root.Blocks[b-1], func(c *wire.Coder) { block(c, &x.records) }); err != nil {
			return r, err
		}
		x.block = b
	}
	if n %= perBlock; n < len(x.records) {
		return x.records[n], nil
	}
	return r, wire.ErrDamaged
}
