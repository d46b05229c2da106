package cache

import (
	"cmp"
	"encoding/binary"
	"slices"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// Thousands of hooks for one event are found by what they need of it (plan.Need): a table leads from
// four bytes of each word to the hook, and the text is looked up in the table, at each of its
// positions. Of a word those bytes are taken that the fewest words share. What is found may still
// lack the word; its own conditions see to that.

const (
	// fewest is how many hooks make a table worth its reads.
	fewest = 64
	// gram is how many bytes of a word the table has.
	gram = 4
	// perBox is how many heads of hooks are read together.
	perBox = 16
	// perEntry is the length of an entry in bytes: its bytes of a word, and the number of a hook.
	perEntry = gram + 4
)

// A sought drawer has hooks that need a text in one field.
type sought struct {
	Path   []string
	Table  wire.Region   // entries in order
	Boxes  []wire.Region // drawers of perBox hooks each, by the numbers that the table has
	Shapes []*plan.Shape // what the closed ones read of the event
}

// split takes the hooks out of a drawer that can be sought, if they are many.
func (d *drawer) split(l *wire.Layout) {
	byPath := map[string][]numbered{}
	for _, n := range d.Hooks {
		if key, ok := seekable(&n.Hook); ok {
			byPath[key] = append(byPath[key], n)
		}
	}
	for _, n := range d.Hooks {
		key, ok := seekable(&n.Hook)
		if all := byPath[key]; ok && len(all) >= fewest {
			d.Sought = append(d.Sought, laid(l, all))
			byPath[key] = nil
		}
	}
	d.Hooks = slices.DeleteFunc(d.Hooks, func(n numbered) bool {
		key, ok := seekable(&n.Hook)
		return ok && byPath[key] == nil
	})
}

// seekable returns a key for the field that a hook needs a text in; ok is false if it needs none that
// the table can have, or has more to be read with it.
func seekable(h *plan.Hook) (key string, ok bool) {
	if h.Need == nil || len(h.Tables) > 0 || len(h.Stores) > 0 {
		return "", false
	}
	for _, word := range h.Need.Words {
		if len(ecma.Fold(word)) < gram {
			return "", false
		}
	}
	c := wire.NewWriter()
	wire.Strings(c, &h.Need.Path)
	return string(c.Bytes()), true
}

// laid lays out hooks that need a text in the same field.
func laid(l *wire.Layout, hooks []numbered) (s sought) {
	s.Path = hooks[0].Hook.Need.Path
	shared, shapes := map[uint32]int{}, map[string]bool{}
	for _, n := range hooks {
		for _, word := range n.Hook.Need.Words {
			for g := range grams(ecma.Fold(word)) {
				shared[g]++
			}
		}
	}
	var entries [][2]uint32
	for i, n := range hooks {
		for _, word := range n.Hook.Need.Words {
			all := slices.Collect(grams(ecma.Fold(word)))
			rarest := slices.MinFunc(all, func(a, b uint32) int { return cmp.Or(shared[a]-shared[b], cmp.Compare(a, b)) })
			entries = append(entries, [2]uint32{rarest, uint32(i)})
		}
		if key := coded(n.Hook.Event); n.Hook.Closed && !shapes[key] {
			shapes[key], s.Shapes = true, append(s.Shapes, n.Hook.Event)
		}
	}
	slices.SortFunc(entries, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var table []byte
	for _, e := range slices.Compact(entries) {
		table = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(table, e[0]), e[1])
	}
	s.Table = l.Put(func(c *wire.Coder) { c.Raw(&table) })
	for box := range slices.Chunk(hooks, perBox) {
		s.Boxes = append(s.Boxes, l.Put((&drawer{Hooks: box}).code))
	}
	return s
}

// coded returns a shape as it is stored.
func coded(sh *plan.Shape) string {
	c := wire.NewWriter()
	plan.CodeShape(c, &sh)
	return string(c.Bytes())
}

// grams yields the bytes at each position of a folded text.
func grams(folded string) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for i := 0; i+gram <= len(folded); i++ {
			if !yield(uint32(folded[i])<<24 | uint32(folded[i+1])<<16 | uint32(folded[i+2])<<8 | uint32(folded[i+3])) {
				return
			}
		}
	}
}

// seek returns the hooks of a sought drawer that an event may concern, and whether it left any out.
// It leaves none out if the field is no text, or if a closed hook would refuse the event for what
// else it is.
func (p *Plan) seek(s sought, ev *plan.Event) (found []numbered, left bool, err error) {
	numbers, boxes := map[int]bool{}, map[int]bool{}
	text, is := ev.TextAt(s.Path)
	if left = is && !s.odd(ev); left {
		if numbers, err = p.found(s.Table, ecma.Fold(text)); err != nil {
			return nil, true, err
		}
		for n := range numbers {
			boxes[n/perBox] = true
		}
	}
	for i, at := range s.Boxes {
		if left && !boxes[i] {
			continue
		}
		var box drawer
		if err := p.Decode(at, box.code); err != nil {
			return nil, left, err
		}
		for j, n := range box.Hooks {
			if !left || numbers[i*perBox+j] {
				found = append(found, n)
			}
		}
	}
	return found, left, nil
}

// odd reports whether a closed hook can't read the event.
func (s sought) odd(ev *plan.Event) (odd bool) {
	for _, shape := range s.Shapes {
		ev.Read(shape, func(string, string, string) { odd = true })
		for _, name := range plan.Places {
			_, err := ev.Text(name)
			odd = odd || err != nil
		}
	}
	return odd
}

// found returns the numbers of the hooks that a table has for a folded text.
func (p *Plan) found(at wire.Region, folded string) (map[int]bool, error) {
	var table []byte
	if err := p.Decode(at, func(c *wire.Coder) { c.Raw(&table) }); err != nil || len(table)%perEntry != 0 {
		return nil, cmp.Or(err, wire.ErrDamaged)
	}
	var known [1 << 10]uint64 // a bit for each sum of an entry's bytes
	for i := 0; i < len(table); i += perEntry {
		h := sum(binary.BigEndian.Uint32(table[i:]))
		known[h>>6] |= 1 << (h & 63)
	}
	numbers, count := map[int]bool{}, len(table)/perEntry
	for g := range grams(folded) {
		if h := sum(g); known[h>>6]&(1<<(h&63)) == 0 {
			continue
		}
		low, high := 0, count // the first entry of these bytes
		for low < high {
			if mid := (low + high) / 2; binary.BigEndian.Uint32(table[mid*perEntry:]) < g {
				low = mid + 1
			} else {
				high = mid
			}
		}
		for ; low < count && binary.BigEndian.Uint32(table[low*perEntry:]) == g; low++ {
			numbers[int(binary.BigEndian.Uint32(table[low*perEntry+gram:]))] = true
		}
	}
	return numbers, nil
}

// sum is a hash of the bytes of an entry, 16 bits.
func sum(g uint32) uint32 { return g * 2654435761 >> 16 }
