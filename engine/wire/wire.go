// Package wire writes values to bytes and files, and reads them back: it is what
// plans and the indexes of tables are stored in.
//
// One description serves both ways: a Coder either writes what the pointers it
// is given point to, or reads into them. So what is written and what is read
// can't differ. encoding/json would take longer to get ready than a hook takes to
// answer.
//
// A file (file.go) is made of regions, so that a process that lives for one event
// reads those it needs and no others, however many there are:
//
//	regions · root · length of the root · its sum · kind of the file, with its version
//
// The root and the regions say where others are, each with the sum of what
// lies there, so that no byte is believed that isn't as it was written, and none is
// read for that alone. What leads to others is written after them, the root last of
// all: then each is where it says, and one read of the file's end gets the root and
// what is asked most.
//
// A sum is made with a key of the user's (key.go), and that of the file's kind and name in
// it: so what a repository or another program put in the place of a file is none, nor is one
// under another name. It finds what a crash or a failing disk did, too. It is SipHash, as of
// keyed hashes that are short and have no tables or tests of their own to make ready at the
// start of each process it was the fastest: 1 KB, which is what most events read, takes it
// 1.5 µs, where SHA-256 took 3 µs and a dozen packages that make themselves ready. Who can
// read the user's files has the key.
//
// What stands in a file, and whether it still holds, is up to packages cache and
// table. Whose it is they ask of package files.
package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"
)

// A Coder writes, or reads if made by NewReader. After reading, Err says whether
// all that was asked for was there.
type Coder struct {
	data    []byte
	reading bool
	err     error
}

// NewWriter returns a coder that writes.
func NewWriter() *Coder { return &Coder{} }

// NewReader returns a coder that reads data, which must not change afterwards:
// texts and byte slices that are read are parts of it.
func NewReader(data []byte) *Coder { return &Coder{data: data, reading: true} }

// Reading reports whether values are read.
func (c *Coder) Reading() bool { return c.reading }

// Bytes returns what was written.
func (c *Coder) Bytes() []byte { return c.data }

// Rest returns what has not been read.
func (c *Coder) Rest() []byte { return c.data }

// Err returns the first fault of reading.
func (c *Coder) Err() error { return c.err }

// errShort is the fault of data that ends early or says what can't be.
var errShort = errors.New("found data that is cut off or foreign")

// Fail makes err the fault of reading, unless there is one.
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
	if len(c.data) > 0 && c.data[0] < 0x80 { // as binary.Varint, which is slower for one byte, as most are
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
	if c.reading { // what is written may be read by others meanwhile
		*v = int(wide)
	}
}

// old returns what is to be written. Of what is read into nothing may be looked at: where memory
// that nobody has touched is read first and then written, the system has every processor forget
// it in between (copy on write of the page of zeros): about 1 in 100 of an event with guard.
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

// Raw codes bytes; none is nil.
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
	if n > 0 { // a part of data, which nobody changes: a plan has hundreds of texts
		*v, c.data = unsafe.String(&c.data[0], n), c.data[n:]
	}
}

// Len codes the number of things that follow, each of which takes a byte at
// least; a number that can't be is a fault and reads as 0.
func (c *Coder) Len(n *int) {
	c.Int(n)
	if c.reading && (*n < 0 || *n > len(c.data)) {
		*n = 0
		c.Fail(errShort)
	}
}

// Pointer codes what may be nil.
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
