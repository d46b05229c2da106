package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const kind = "wire test 1\n"

// A shelf is a root that leads to texts.
type shelf struct {
	Name  string
	Texts []Region
}

func (s *shelf) code(c *Coder) {
	c.String(&s.Name)
	List(c, &s.Texts, func(c *Coder, r *Region) { r.Code(c) })
}

// aKey is the files' key.
var aKey = NewKey([]byte("a user's own key")).For(kind, "shelf")

// laid is a file with texts.
func laid(texts ...string) []byte {
	l := Layout{Key: aKey}
	s := shelf{Name: "shelf"}
	for _, text := range texts {
		s.Texts = append(s.Texts, l.Put(func(c *Coder) { c.String(&text) }))
	}
	return l.File(kind, s.code)
}

// A counted reader counts what is read.
type counted struct {
	io.ReaderAt
	reads int
	bytes int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	c.reads, c.bytes = c.reads+1, c.bytes+len(b)
	return c.ReaderAt.ReadAt(b, at)
}

// all reads a file whole.
func all(from io.ReaderAt, size int64) (texts []string, err error) {
	var s shelf
	f, err := Open(from, size, kind, aKey, s.code)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for _, r := range s.Texts {
		text := ""
		if err := f.Decode(r, func(c *Coder) { c.String(&text) }); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func TestFile(t *testing.T) {
	long := strings.Repeat("é", 8<<10)
	tests := []struct {
		name  string
		texts []string
		reads int
	}{
		{"nothing but a root", nil, 1},
		{"a small file, read at once", []string{"a", "", "é"}, 1},
		{"what lies further from the end, read alone", []string{"first", long, "last"}, 3},
	}
	for _, test := range tests {
		data := laid(test.texts...)
		from := &counted{ReaderAt: bytes.NewReader(data)}
		got, err := all(from, int64(len(data)))
		if err != nil || !slices.Equal(got, test.texts) || from.reads != test.reads {
			t.Errorf("%s: %d texts in %d reads, %v, want %d in %d", test.name, len(got), from.reads, err, len(test.texts), test.reads)
		}
	}
}

// A file written with another key or for another kind or name is damaged; a reader without a key
// believes every file.
func TestFileKeys(t *testing.T) {
	user, other := NewKey([]byte("a user's own key")), NewKey([]byte("that of somebody"))
	data := laid("one", strings.Repeat("two", firstRead))
	for name, test := range map[string]struct {
		key *Key
		ok  bool
	}{
		"the key":      {user.For(kind, "shelf"), true},
		"another key":  {other.For(kind, "shelf"), false},
		"another name": {user.For(kind, "board"), false},
		"another kind": {user.For("wire test 2\n", "shelf"), false},
		"the user's":   {user, false},
		"none":         {nil, true},
	} {
		var s shelf
		if _, err := Open(bytes.NewReader(data), int64(len(data)), kind, test.key, s.code); (err == nil) != test.ok || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v, want that it is believed: %t", name, err, test.ok)
		}
	}
	f, err := Open(bytes.NewReader(data), int64(len(data)), kind, nil, new(shelf).code)
	if err != nil {
		t.Fatal(err)
	}
	f.key = aKey
	if err := f.Decode(Region{Len: 1}, func(*Coder) {}); !errors.Is(err, ErrDamaged) {
		t.Errorf("a region without a sum: %v, want that it is damaged", err)
	}
	if NewKey([]byte("short")) != nil || !bytes.Equal(user.Secret(), []byte("a user's own key")) {
		t.Error("found a key of a short secret, or another secret than it was made of")
	}
}

// However many regions there are, one is read without the others.
func TestFileReadsFew(t *testing.T) {
	var texts []string
	for i := range 10000 {
		texts = append(texts, strings.Repeat("x", 100+i%10))
	}
	data := laid(texts...)
	var s shelf
	from := &counted{ReaderAt: bytes.NewReader(data)}
	f, err := Open(from, int64(len(data)), kind, aKey, s.code)
	if err != nil {
		t.Fatal(err)
	}
	from.reads, from.bytes = 0, 0
	if err := f.Decode(s.Texts[5], func(c *Coder) { c.String(new(string)) }); err != nil || from.reads != 1 || from.bytes != int(s.Texts[5].Len) {
		t.Errorf("%d reads of %d bytes, %v, want one of %d", from.reads, from.bytes, err, s.Texts[5].Len)
	}
}

// Any changed byte, and any other end of the file, is an error.
func TestFileDamaged(t *testing.T) {
	whole := laid("one", "two", strings.Repeat("three", 20))
	fails := func(what string, data []byte) {
		t.Helper()
		if got, err := all(bytes.NewReader(data), int64(len(data))); err == nil {
			t.Errorf("%s: read %q", what, got)
		}
	}
	for at := range whole {
		fails(fmt.Sprintf("cut off at %d", at), whole[:at])
		for bit := range 8 {
			damaged := bytes.Clone(whole)
			damaged[at] ^= 1 << bit
			fails(fmt.Sprintf("bit %d of byte %d", bit, at), damaged)
		}
	}
	fails("a byte more", append(bytes.Clone(whole), 0))
	fails("a byte more at the start", append([]byte{0}, whole...))
	fails("another kind", append(bytes.Clone(whole[:len(whole)-len(kind)]), "wire test 2\n"...))
	fails("nothing", nil)
	fails("nothing but a kind", []byte(kind))
	if _, err := all(bytes.NewReader(whole), int64(len(whole))+1); err == nil {
		t.Error("a file that became shorter: read")
	}
}

// A file that is one hole, whose end says that the root is as long, takes no memory.
func TestFileHole(t *testing.T) {
	const size = 1 << 42
	end := binary.LittleEndian.AppendUint64(nil, size-uint64(fixed+len(kind)))
	end = append(Sum{}.appendTo(end), kind...)
	h := hole{end: end, size: size}
	if _, err := Open(h, size, kind, aKey, new(shelf).code); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v, want that it is damaged", err)
	}
}

// A hole is a file of zeros with an end.
type hole struct {
	end  []byte
	size int64
}

func (h hole) ReadAt(b []byte, at int64) (int, error) {
	clear(b)
	for i, c := range h.end {
		if n := h.size - int64(len(h.end)-i) - at; n >= 0 && n < int64(len(b)) {
			b[n] = c
		}
	}
	return len(b), nil
}

// If a region is said to be where there is nothing, that is a fault, and takes no memory.
func TestForeignRegions(t *testing.T) {
	const far = int64(^uint64(0) >> 1)
	data := laid("one")
	size := int64(len(data))
	f, err := Open(bytes.NewReader(data), size, kind, aKey, new(shelf).code)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, r := range []Region{{}, {At: far, Len: 1}, {At: far, Len: far}, {At: -1, Len: 2}, {At: -far, Len: far}, {Len: far}, {Len: -1}, {At: size, Len: 1}, {At: 1, Len: size}} {
		if err := f.Decode(r, func(*Coder) { t.Errorf("%v: read", r) }); !errors.Is(err, ErrDamaged) {
			t.Errorf("%v: %v, want that the file is damaged", r, err)
		}
	}
	for _, length := range []string{"\xff\xff\xff\xff\xff\xff\xff\xff", "\x00\x00\x00\x00\x00\x00\x00\x80", "\xff\xff\xff\x7f\x00\x00\x00\x00"} {
		at := len(data) - len(kind) - fixed
		foreign := slices.Concat(data[:at], []byte(length), data[at+8:])
		if _, err := all(bytes.NewReader(foreign), size); !errors.Is(err, ErrDamaged) {
			t.Errorf("a root of length %q: %v, want that the file is damaged", length, err)
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("made %d bytes for what isn't there", got)
	}
}

// Whatever a file or its root holds, it is refused or read. What was read whole is as a Layout
// writes it.
func FuzzFile(f *testing.F) {
	whole := laid("one", "", "two")
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(kind))
	f.Add(whole[:len(whole)-len(kind)-fixed]) // as a root
	f.Add([]byte("\x02a\x04\x00\x02\x02\xfe\xff\xff\xff\x0f\x02\x02"))
	f.Fuzz(func(t *testing.T, data []byte) {
		asRoot := (&Layout{Key: aKey}).File(kind, func(c *Coder) {
			for _, b := range data {
				c.Byte(&b)
			}
		})
		for _, file := range [][]byte{data, asRoot} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			texts, err := all(bytes.NewReader(file), int64(len(file)))
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > uint64(1<<20+1000*len(file)) {
				t.Fatalf("%d bytes of data made %d bytes", len(file), got)
			}
			if err != nil {
				continue
			}
			again := laid(texts...)
			if same, err := all(bytes.NewReader(again), int64(len(again))); err != nil || !slices.Equal(same, texts) {
				t.Errorf("read %q, then %q, %v", texts, same, err)
			}
		}
	})
}
