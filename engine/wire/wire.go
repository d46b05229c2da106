// Package wire encodes values to bytes and files, and decodes them. Plans and the indexes of tables
// are stored this way.
//
// One description serves both directions: a Coder either writes the values behind the pointers it
// is given, or reads into them, so the two can't diverge. Setting up encoding/json would take
// longer than a hook takes to answer.
//
// A file (file.go) is made of regions, so that a process that lives for one event reads only those
// it needs:
//
//	regions · root · length of the root · its sum · kind of the file, with its version
//
// The root and the regions locate other regions and have their sums, so every byte is verified
// before it is believed, and none is read only for that. A region is written after the regions it
// refers to, when their places and sums are known. The root comes last, so one read of the file's
// end gets the root and what is needed most.
//
// A sum uses a key of the user's (key.go) combined with the file's kind and name. So a file is
// invalid if a repository or another program planted it, if it was moved to another name, or if a
// crash or a failing disk damaged it. HighwayHash is the fastest keyed hash that needs no tables or
// self-tests at process start: for the 128 kB that a call of Bash reads with guard's rules, it
// takes 13 µs, and SipHash 190. Whoever can read the user's files has the key.
//
// Packages cache and table decide what a file contains and whether it is still valid; package files
// tells them who owns it.
package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"
)

// A Coder writes values, or reads them if made by NewReader. After reading, Err says whether
// everything was there.
type Coder struct {
	data    []byte
	reading bool
	err     error
}

// NewWriter returns a Coder that writes.
func NewWriter() *Coder { return &Coder{} }

// NewReader returns a Coder that reads data. data must not change afterwards, because decoded
// strings and byte slices alias it.
func NewReader(data []byte) *Coder { return &Coder{data: data, reading: true} }

// Reading reports whether the Coder reads.
func (c *Coder) Reading() bool { return c.reading }

// Bytes returns what was written.
func (c *Coder) Bytes() []byte { return c.data }

// Rest returns what has not been read.
func (c *Coder) Rest() []byte { return c.data }

// Err returns the first error of reading.
func (c *Coder) Err() error { return c.err }

// errShort is the fault of data that ends early or is impossible.
var errShort = errors.New("found data that is cut off or foreign")

// Fail sets the error of reading unless there is one.
func (c *Coder) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.data = nil
}

// Int64 codes a whole number.
func (c *Coder) Int64(v *int64) {
	if !c.reading {
		c.data = binary.AppendVarint(c.data, *v)
		return
	}
	if len(c.data) > 0 && c.data[0] < 0x80 { // faster than binary.Varint for one byte, as most are
		n := int64(c.data[0])
		*v, c.data = n>>1^-(n&1), c.data[1:]
		return
	}
	n, size := binary.Varint(c.data)
	if size <= 0 {
		*v = 0
		c.Fail(errShort)
		return
	}
	*v, c.data = n, c.data[size:]
}

// Int codes a whole number.
func (c *Coder) Int(v *int) {
	wide := int64(old(c, v))
	c.Int64(&wide)
	if c.reading { // a value being written may be shared with readers
		*v = int(wide)
	}
}

// old returns the value to write. The target of a read must not be touched: if untouched memory is
// read before it is written, the system must flush it from every processor (copy on write of the
// zero page), which costs about 1 % of an event with guard.
func old[T any](c *Coder, v *T) (is T) {
	if !c.reading {
		is = *v
	}
	return is
}

// Byte codes one byte.
func (c *Coder) Byte(v *byte) {
	if !c.reading {
		c.data = append(c.data, *v)
		return
	}
	if len(c.data) == 0 {
		*v = 0
		c.Fail(errShort)
		return
	}
	*v, c.data = c.data[0], c.data[1:]
}

// Bool codes true or false.
func (c *Coder) Bool(v *bool) {
	var b byte
	if old(c, v) {
		b = 1
	}
	c.Byte(&b)
	if c.reading {
		*v = b == 1
	}
}

// Float codes a number.
func (c *Coder) Float(v *float64) {
	bits := int64(math.Float64bits(old(c, v)))
	c.Int64(&bits)
	if c.reading {
		*v = math.Float64frombits(uint64(bits))
	}
}

// Raw codes bytes; an empty slice reads as nil.
func (c *Coder) Raw(v *[]byte) {
	n := len(old(c, v))
	c.Len(&n)
	if !c.reading {
		c.data = append(c.data, *v...)
		return
	}
	*v = nil
	if n > 0 {
		*v, c.data = c.data[:n:n], c.data[n:]
	}
}

// String codes text.
func (c *Coder) String(v *string) {
	n := len(old(c, v))
	c.Len(&n)
	if !c.reading {
		c.data = append(c.data, *v...)
		return
	}
	*v = ""
	if n > 0 { // aliases data, which never changes: a plan has hundreds of texts
		*v, c.data = unsafe.String(&c.data[0], n), c.data[n:]
	}
}

// Len codes the number of items that follow, each at least one byte long. An impossible number is a
// fault and reads as 0.
func (c *Coder) Len(n *int) {
	c.Int(n)
	if c.reading && (*n < 0 || *n > len(c.data)) {
		*n = 0
		c.Fail(errShort)
	}
}

// Pointer codes a pointer that may be nil.
func Pointer[T any](c *Coder, p **T, item func(*Coder, *T)) {
	there := old(c, p) != nil
	c.Bool(&there)
	if c.reading {
		*p = nil
		if there {
			*p = new(T)
		}
	}
	if there {
		item(c, *p)
	}
}
