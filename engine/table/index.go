package table

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// version is that of the layout and of what is in it.
const version = "table 1"

const magic = "bcrules table\n"

// firstRead is how much is read at once, bytes: the head and, of a small table, all.
const firstRead = 8 << 10

// A head says what an index holds and where.
type head struct {
	Version string
	Source  source
	Told    int64 // tells which faults it had
	Rows    int64
	Size    int64 // of all after the head
	Columns []columnEntry
	Starts  region // of the rows
	At      int64  // where the rows are
}

// A source is what an index was made from; the zero one is no file.
type source struct {
	Path  string
	ID    string // of the definition
	State files.State
	Taken int64 // when, Unix ns, before it was read
}

// A columnEntry says where a column is.
type columnEntry struct {
	Name     string
	Pattern  bool
	Values   region
	Programs int64 // where they start
}

// A region is a part of an index: where it starts after the head, its length, and
// its checksum.
type region struct{ At, Len, Sum int64 }

func (h *head) code(c *wire.Coder) {
	c.String(&h.Version)
	if c.Reading() && h.Version != version {
		c.Fail(errors.New("found an index of another version"))
		return
	}
	c.String(&h.Source.Path)
	c.String(&h.Source.ID)
	for _, n := range []*int64{&h.Source.State.Size, &h.Source.State.Time, &h.Source.State.Change, &h.Source.State.Inode, &h.Source.Taken, &h.Told, &h.Rows, &h.Size} {
		c.Int64(n)
	}
	wire.List(c, &h.Columns, func(c *wire.Coder, e *columnEntry) {
		c.String(&e.Name)
		c.Bool(&e.Pattern)
		e.Values.code(c)
		c.Int64(&e.Programs)
	})
	h.Starts.code(c)
	c.Int64(&h.At)
}

func (r *region) code(c *wire.Coder) {
	c.Int64(&r.At)
	c.Int64(&r.Len)
	c.Int64(&r.Sum)
}

// sum is the checksum of a part.
func sum(raw []byte) int64 { return int64(crc32.ChecksumIEEE(raw)) }

// numbers32 appends a number.
func numbers32(to []byte, n uint32) []byte { return binary.LittleEndian.AppendUint32(to, n) }

// numbers are lists of numbers one after another.
func numbers(lists ...[]uint32) []byte {
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	out := make([]byte, 0, 4*n)
	for _, l := range lists {
		for _, v := range l {
			out = numbers32(out, v)
		}
	}
	return out
}

// A list is numbers as they are stored.
type list []byte

func (l list) at(i int) int { return int(binary.LittleEndian.Uint32(l[4*i:])) }

// between returns where the i-th group of some things starts and ends, of which there
// are so many. Checksums may agree by chance, so nothing relies on what is read.
func (l list) between(i, most int) (from, to int) {
	to = min(l.at(i+1), most)
	return min(l.at(i), to), to
}

// take returns the first n numbers of data, and what comes after them; nil if there
// are fewer.
func take(data []byte, n int) (l list, rest []byte) {
	if n < 0 || n > len(data)/4 {
		return nil, nil
	}
	return data[:4*n], data[4*n:]
}

// errDamaged is the fault of an index that is not as it was written.
var errDamaged = errors.New("found an index that is damaged, want it as it was written")

// An Index is a table as it is stored. Close it.
type Index struct {
	head  head
	file  io.ReaderAt
	size  int64
	first []byte // the start of the file
	at    int64  // where the body starts
}

// Open opens an index of a size. It fails if it isn't one of this version, or is
// cut off.
func Open(file io.ReaderAt, size int64) (*Index, error) {
	x := &Index{file: file, size: size, first: make([]byte, min(size, firstRead))}
	if _, err := file.ReadAt(x.first, 0); err != nil {
		return nil, err
	}
	const fixed = int64(len(magic) + 8)
	if int64(len(x.first)) < fixed || string(x.first[:len(magic)]) != magic {
		return nil, errors.New("found no index")
	}
	start := list(x.first[len(magic):])
	n := int64(start.at(0))
	x.at = fixed + n
	top, err := x.bytes(-n, n)
	if err == nil && sum(top) != int64(start.at(1)) {
		err = errDamaged
	}
	if err != nil {
		return nil, err
	}
	c := wire.NewReader(top)
	x.head.code(c)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if x.head.Size != size-x.at {
		return nil, errDamaged
	}
	return x, nil
}

// bytes returns what stands at a place of the body.
func (x *Index) bytes(at, n int64) ([]byte, error) {
	if n < 0 || n > x.size || at < -x.at || at > x.size-x.at-n {
		return nil, errDamaged
	}
	if from := x.at + at; from+n <= int64(len(x.first)) {
		return x.first[from : from+n], nil
	}
	b := make([]byte, n)
	_, err := x.file.ReadAt(b, x.at+at)
	return b, err
}

func (x *Index) region(r region) ([]byte, error) {
	raw, err := x.bytes(r.At, r.Len)
	if err == nil && sum(raw) != r.Sum {
		err = errDamaged
	}
	return raw, err
}

// blob returns one of several pieces of data, by where it and the next start.
func (x *Index) blob(at int64, from, to int) ([]byte, error) {
	if to-from < 4 {
		return nil, errDamaged
	}
	raw, err := x.bytes(at+int64(from), int64(to-from))
	if err == nil && uint32(sum(raw[4:])) != binary.LittleEndian.Uint32(raw) {
		err = errDamaged
	}
	if err != nil {
		return nil, err
	}
	return raw[4:], nil
}

// Close lets go of the file.
func (x *Index) Close() error {
	if c, ok := x.file.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
