package table

import (
	"hash/fnv"
	"io"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// kind is the trailer of indexes, with the version of their layout.
const kind = "bcrules table 7\n"

// perBlock is how many rows are read at once.
const perBlock = 8

// A root says what an index was made from, and where its parts are.
type root struct {
	Source   source
	FaultsID string // a fingerprint of the faults
	Lost     int    // vital rows with faults; -1 for the whole file
	Rows     int
	Blocks   []wire.Region // of perBlock records each
	Columns  []column      // the ones that can be queried
}

// A source is what an index was made from; the zero source is no file.
type source struct {
	Path  string
	ID    string // of the definition
	State files.State
	Taken int64 // Unix ns before it was read
}

// A column says where its cells are, in row order.
type column struct {
	Name    string
	Pattern bool
	Cells   wire.Region

	read []byte // Cells, once asked
}

// A record is a row's stored form.
type record struct {
	JSON     []byte
	Patterns []byte // encoded by patternsOf
}

// A pattern is a pattern of a row.
type pattern struct {
	Literals ecma.Literals
	Program  ecma.Program
}

func (r *root) code(c *wire.Coder) {
	c.String(&r.Source.Path)
	c.String(&r.Source.ID)
	r.Source.State.Code(c)
	c.Int64(&r.Source.Taken)
	c.String(&r.FaultsID)
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

// patternsOf codes the patterns of a row by column; columns without patterns are omitted.
func patternsOf(c *wire.Coder, by *map[string][]pattern) {
	wire.Map(c, by, func(c *wire.Coder, list *[]pattern) {
		wire.List(c, list, func(c *wire.Coder, p *pattern) {
			p.Literals.Code(c)
			p.Program.Code(c)
		})
	})
}

// A cell is what is known of a row's column without reading the row: a word for each value, or the
// literals of each pattern, empty if the row has no pattern.
type cell []string

// word returns a 64-bit hash of a value. It only narrows the search: whoever made the values may
// have made a collision, so the row itself is compared too.
func word(value string) string {
	h := fnv.New64a()
	h.Write([]byte(value))
	return string(h.Sum(nil))
}

// An Index is a stored table. Close it.
type Index struct {
	*wire.File
	root    root
	block   int // number of the decoded block, from 1
	records []record
}

// Open opens a trusted index, size bytes long. It fails if it is not of this version.
func Open(from io.ReaderAt, size int64) (*Index, error) { return openWith(from, size, nil) }

// openWith is Open for a file with a key. It also fails if the file is damaged.
func openWith(from io.ReaderAt, size int64, key *wire.Key) (*Index, error) {
	x := &Index{}
	var err error
	x.File, err = wire.Open(from, size, kind, key, x.root.code)
	return x, err
}

// Lost returns how many vital rows are left out wholly or in part; -1 if the file is unreadable.
func (x *Index) Lost() int { return x.root.Lost }

// record returns row n.
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
