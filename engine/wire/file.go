package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// A Region is a part of a file: where it starts and how long it is, bytes, and its
// checksum. The zero Region is none.
type Region struct{ At, Len, Sum int64 }

// Code codes where a region is.
func (r *Region) Code(c *Coder) {
	c.Int64(&r.At)
	c.Int64(&r.Len)
	c.Int64(&r.Sum)
}

// A Layout is a file in the making; the zero one is empty.
type Layout struct{ data []byte }

// Put adds a region of what code writes.
func (l *Layout) Put(code func(*Coder)) Region {
	c := &Coder{data: l.data}
	code(c)
	r := Region{At: int64(len(l.data)), Len: int64(len(c.data) - len(l.data))}
	r.Sum = checksum(c.data[r.At:])
	l.data = c.data
	return r
}

// File returns the file of a kind whose root is what code writes.
func (l *Layout) File(kind string, code func(*Coder)) []byte {
	root := l.Put(code)
	end := binary.LittleEndian.AppendUint64(l.data, uint64(root.Len))
	end = binary.LittleEndian.AppendUint32(end, uint32(root.Sum))
	return append(end, kind...)
}

const (
	// fixed is how long the end of a file is without its kind, bytes.
	fixed = 8 + 4
	// firstRead is how much of a file's end is read at once, bytes.
	firstRead = 8 << 10
)

// checksum tells data from such as isn't what was written: FNV-1a over words
// of 8 bytes rather than over bytes, as all that an event reads is summed.
func checksum(data []byte) int64 {
	const offset, prime = 0xcbf29ce484222325, 0x100000001b3
	sum := uint64(offset)
	for ; len(data) >= 8; data = data[8:] {
		sum = bits.RotateLeft64((sum^binary.LittleEndian.Uint64(data))*prime, 32)
	}
	for _, b := range data {
		sum = (sum ^ uint64(b)) * prime
	}
	return int64(uint32(sum ^ sum>>32))
}

// A File is one that a Layout made, open for reading.
type File struct {
	from io.ReaderAt
	size int64
	end  []byte // the last bytes
}

// Open opens a file of a kind that is so many bytes long, and has code read its root.
// It fails if the file is of another kind, or its root not as it was written. What is
// read from stays open until Close, also if Open fails.
func Open(from io.ReaderAt, size int64, kind string, code func(*Coder)) (*File, error) {
	f := &File{from: from, size: size}
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
	root := Region{Len: int64(binary.LittleEndian.Uint64(fields)), Sum: int64(binary.LittleEndian.Uint32(fields[8:]))}
	root.At = size - int64(len(kind)+fixed) - root.Len
	return f, f.Decode(root, code)
}

// ErrDamaged is the fault of a file that is not as it was written.
var ErrDamaged = errors.New("found a file that is damaged, want it as it was written")

// Decode has code read a region. It fails if that is not as it was written.
func (f *File) Decode(r Region, code func(*Coder)) error {
	data, err := f.bytes(r.At, r.Len)
	if err != nil {
		return err
	}
	if checksum(data) != r.Sum {
		return ErrDamaged
	}
	c := NewReader(data)
	code(c)
	return c.Err()
}

// bytes returns what stands at a place of the file.
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

// Close lets go of what the file is read from.
func (f *File) Close() error {
	if c, ok := f.from.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
