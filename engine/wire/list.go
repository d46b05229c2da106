package wire

import (
	"bytes"
	"slices"
	"unsafe"
)

// List codes a list, item by item; an empty one is nil.
func List[T any](c *Coder, list *[]T, item func(*Coder, *T)) { listOf(c, list, item, atOnce) }

// Long is List for a list that no other contains, so that it may be allocated at once.
func Long[T any](c *Coder, list *[]T, item func(*Coder, *T)) { listOf(c, list, item, 1<<16) }

func listOf[T any](c *Coder, list *[]T, item func(*Coder, *T), most int) {
	n := len(old(c, list))
	c.Len(&n)
	if !c.reading {
		for i := range *list {
			item(c, &(*list)[i])
		}
		return
	}
	*list = nil
	if n > 0 {
		*list = make([]T, 0, min(n, most))
	}
	for i := range n {
		*list = append(*list, *new(T))
		item(c, &(*list)[i])
		if c.err != nil {
			return
		}
	}
}

// Bytes codes single-byte values. When reading, the result aliases the data.
func Bytes[B ~byte](c *Coder, v *[]B) {
	n := len(old(c, v))
	c.Len(&n)
	if !c.reading {
		for _, b := range *v {
			c.data = append(c.data, byte(b))
		}
		return
	}
	*v = nil
	if n > 0 {
		*v, c.data = unsafe.Slice((*B)(unsafe.Pointer(&c.data[0])), n), c.data[n:]
	}
}

// Ints codes a list of whole numbers.
func Ints(c *Coder, v *[]int) {
	if !c.reading {
		List(c, v, (*Coder).Int)
		return
	}
	*v = nil
	n := 0
	if c.Len(&n); n == 0 {
		return
	}
	all := make([]int, n) // each takes at least one byte
	for i := range all {
		if len(c.data) > 0 && c.data[0] < 0x80 {
			all[i], c.data = int(c.data[0]>>1)^-int(c.data[0]&1), c.data[1:]
			continue
		}
		if c.Int(&all[i]); c.err != nil {
			return
		}
	}
	*v = all
}

// atOnce limits preallocation: foreign data may claim that each of many nested lists is as long as
// all that is left.
const atOnce = 64

// Strings codes a list of texts.
func Strings(c *Coder, list *[]string) { List(c, list, (*Coder).String) }

// Seen codes a value that may repeat in a list: it is stored at its first occurrence and shared
// when read. seen collects the values so far.
func Seen[T any](c *Coder, v *T, seen *[]T, code func(*Coder, *T)) {
	n := 0 // index of an equal value in seen, from 1
	if !c.reading {
		bytesOf := func(v *T) []byte {
			w := NewWriter()
			code(w, v)
			return w.data
		}
		is := bytesOf(v)
		for i, s := range slices.Backward(*seen) {
			if i < len(*seen)-nearSeen || n > 0 {
				break
			} else if bytes.Equal(bytesOf(&s), is) {
				n = i + 1
			}
		}
	}
	switch c.Int(&n); {
	case n == 0:
		code(c, v)
		*seen = append(*seen, *v)
	case n < 0 || n > len(*seen):
		c.Fail(errShort)
	case c.reading:
		*v = (*seen)[n-1]
	}
}

// nearSeen bounds how many of the last values are compared, so that long lists stay linear.
const nearSeen = 32

// Map codes a map in key order; an empty one is nil.
func Map[T any](c *Coder, m *map[string]T, item func(*Coder, *T)) {
	n := len(old(c, m))
	c.Len(&n)
	if !c.reading {
		keys := make([]string, 0, n)
		for k := range *m {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			v := (*m)[k]
			c.String(&k)
			item(c, &v)
		}
		return
	}
	*m = nil
	if n > 0 {
		*m = make(map[string]T, min(n, atOnce))
	}
	for range n {
		var k string
		var v T
		c.String(&k)
		item(c, &v)
		if c.err != nil {
			return
		}
		(*m)[k] = v
	}
}
