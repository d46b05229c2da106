package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A Region is a part of a file: its offset and length in bytes, and its sum. The zero Region is
// empty.
type Region struct {
	At, Len int64
	Sum     Sum
}

// Code codes the region's location.
func (r *Region) Code(c *Coder) {
	c.Int64(&r.At)
	c.Int64(&r.Len)
	r.Sum.code(c)
}

// A Layout is a file being built; the zero Layout is empty. Key is the file's (Key.For), nil for
// data embedded in another file.
type Layout struct {
	Key  *Key
	data []byte
}

// Put appends a region with what code writes.
func (l *Layout) Put(code func(*Coder)) Region {
	c := &Coder{data: l.data}
	code(c)
	r := Region{At: int64(len(l.data)), Len: int64(len(c.data) - len(l.data))}
	r.Sum = l.Key.sum(c.data[r.At:])
	l.data = c.data
	return r
}

// File returns the finished file of a kind, with what code writes as its root.
func (l *Layout) File(kind string, code func(*Coder)) []byte {
	root := l.Put(code)
	end := binary.LittleEndian.AppendUint64(l.data, uint64(root.Len))
	return append(root.Sum.appendTo(end), kind...)
}

const (
	// fixed is the length in bytes of a file's end without its kind.
	fixed = 8 + sumLen
	// firstRead is how many bytes of a file's end are read at once.
	firstRead = 8 << 10
	// mostRoot bounds the length of a root in bytes. The file states that length before any sum is
	// checked, and with holes a file of any size costs nothing.
	mostRoot = 256 << 20
)

// A File is a file made by a Layout, open for reading.
type File struct {
	from io.ReaderAt
	size int64
	end  []byte // the last bytes of the file
	key  *Key
}

// Open opens a file of a kind, size bytes long, and decodes its root with code. It fails if the
// file is of another kind or its root was not written with key. A nil key means that the caller
// trusts the file: nothing is verified. Open leaves from open even if it fails.
func Open(from io.ReaderAt, size int64, kind string, key *Key, code func(*Coder)) (*File, error) {
	f := &File{from: from, size: size, key: key}
	end, err := f.bytes(max(size-firstRead, 0), min(size, firstRead))
	if err != nil {
		return nil, err
	}
	f.end = end
	fields, ok := bytes.CutSuffix(end, []byte(kind))
	if !ok || len(fields) < fixed {
		return nil, fmt.Errorf("found another kind of file, want one that ends in %q", kind)
	}
	fields = fields[len(fields)-fixed:]
	root := Region{Len: int64(binary.LittleEndian.Uint64(fields)), Sum: sumOf(fields[8:])}
	if root.Len > mostRoot {
		return f, ErrDamaged
	}
	root.At = size - int64(len(kind)+fixed) - root.Len
	return f, f.Decode(root, code)
}

// ErrDamaged is the fault of a file that was altered after it was written.
var ErrDamaged = errors.New("found a file that is damaged, want it as it was written")

// Decode decodes a region with code. It fails if the region was altered.
func (f *File) Decode(r Region, code func(*Coder)) error {
	data, err := f.Read(r)
	if err != nil {
		return err
	}
	c := NewReader(data)
	code(c)
	return c.Err()
}

// Read returns the bytes of a region, for what decodes it more than once. It fails if the region
// was altered.
func (f *File) Read(r Region) ([]byte, error) {
	data, err := f.bytes(r.At, r.Len)
	if err == nil && f.key != nil && f.key.sum(data) != r.Sum {
		err = ErrDamaged
	}
	return data, err
}

// bytes returns n bytes at offset at.
func (f *File) bytes(at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || n > f.size || at > f.size-n {
		return nil, ErrDamaged
	}
	if from := at - (f.size - int64(len(f.end))); from >= 0 {
		return f.end[from : from+n : from+n], nil
	}
	b := make([]byte, n)
	_, err := f.from.ReadAt(b, at)
	return b, err
}

// Close closes the underlying reader, if it can be closed.
func (f *File) Close() error {
	if c, ok := f.from.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
