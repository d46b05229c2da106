package cache

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// Thousands of hooks for one event, or rules of one hook, are found by what they need of it
// (plan.Need). A table leads from four bytes of each word to the hook, and each position of the
// text is looked up in it. The four bytes are those that the fewest words share. A hook that is
// found may still lack the word; its own conditions see to that.

const (
	// perBox is how many heads of hooks, or rules, are read together.
	perBox = 16
	// perEntry is the length of an entry in bytes: its bytes of a word, and a number.
	perEntry = plan.Gram + 4
)

// A table leads from a text in one field to what needs it, by number.
type table struct {
	Path    []string
	Entries wire.Region   // in order
	Boxes   []wire.Region // perBox of those with a number each
}

// A sought has hooks of a drawer that need a text in one field; each box is a drawer.
type sought struct {
	table
	Shapes []*plan.Shape // what the closed ones read of the event
}

// split takes the hooks out of a drawer that can be sought, if they are many.
func (d *drawer) split(l *wire.Layout) {
	byPath := map[string][]numbered{}
	for _, n := range d.Hooks {
		byPath[seekable(&n.Hook)] = append(byPath[seekable(&n.Hook)], n)
	}
	delete(byPath, "")
	var keys []string
	for key, all := range byPath {
		if len(all) >= plan.Many {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		d.Sought = append(d.Sought, laid(l, byPath[key]))
	}
	d.Hooks = slices.DeleteFunc(d.Hooks, func(n numbered) bool { return slices.Contains(keys, seekable(&n.Hook)) })
}

// seekable returns a key for the field that a hook needs a text in, "" if it needs none that the event
// can be looked up for, or has more to be read with it.
func seekable(h *plan.Hook) string {
	if h.Full || !h.Need.Seekable() || len(h.Tables) > 0 || len(h.Stores) > 0 {
		return ""
	}
	return h.Need.Key()
}

// laid lays out hooks that need a text in the same field.
func laid(l *wire.Layout, hooks []numbered) (s sought) {
	needs, shapes := make([]*plan.Need, len(hooks)), map[string]bool{}
	for i, n := range hooks {
		needs[i] = n.Hook.Need
		if key := coded(n.Hook.Event); n.Hook.Closed && !shapes[key] {
			shapes[key], s.Shapes = true, append(s.Shapes, n.Hook.Event)
		}
	}
	s.table = tableOf(l, needs)
	for box := range slices.Chunk(hooks, perBox) {
		s.Boxes = append(s.Boxes, l.Put((&drawer{Hooks: box}).code))
	}
	return s
}

// apart lays out the rules of a hook that an event is looked up for, a table for each field.
func apart(l *wire.Layout, h *plan.Hook) (tables []table) {
	byPath := map[string][]int{}
	for _, i := range h.Sought() {
		key := h.Rules[i].Need.Key()
		byPath[key] = append(byPath[key], i)
	}
	for _, key := range slices.Sorted(maps.Keys(byPath)) {
		var needs []*plan.Need
		for _, i := range byPath[key] {
			needs = append(needs, h.Rules[i].Need)
		}
		t := tableOf(l, needs)
		for box := range slices.Chunk(byPath[key], perBox) {
			t.Boxes = append(t.Boxes, l.Put(func(c *wire.Coder) { h.Box(c, box) }))
		}
		tables = append(tables, t)
	}
	return tables
}

// tableOf lays out the entries of needs in the same field.
func tableOf(l *wire.Layout, needs []*plan.Need) table {
	shared := map[uint32]int{}
	for _, need := range needs {
		for _, word := range need.Words {
			for g := range grams(ecma.Fold(word)) {
				shared[g]++
			}
		}
	}
	var entries [][2]uint32
	for i, need := range needs {
		for _, word := range need.Words {
			all := slices.Collect(grams(ecma.Fold(word)))
			rarest := slices.MinFunc(all, func(a, b uint32) int { return cmp.Or(shared[a]-shared[b], cmp.Compare(a, b)) })
			entries = append(entries, [2]uint32{rarest, uint32(i)})
		}
	}
	slices.SortFunc(entries, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var data []byte
	for _, e := range slices.Compact(entries) {
		data = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(data, e[0]), e[1])
	}
	return table{Path: needs[0].Path, Entries: l.Put(func(c *wire.Coder) { c.Raw(&data) })}
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
		for i := 0; i+plan.Gram <= len(folded); i++ {
			if !yield(uint32(folded[i])<<24 | uint32(folded[i+1])<<16 | uint32(folded[i+2])<<8 | uint32(folded[i+3])) {
				return
			}
		}
	}
}

// seek returns the hooks that an event may concern, and whether it left any out. It leaves none out if
// the field is no text, or if a closed hook would refuse the event for what else it is.
func (p *Plan) seek(s sought, ev *plan.Event) (found []numbered, left bool, err error) {
	if s.odd(ev) {
		ev = nil
	}
	numbers, left, err := p.numbers(s.table, ev)
	if err != nil {
		return nil, left, err
	}
	for i, at := range s.Boxes {
		if left && !numbers.box(i) {
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

// sift returns a function that decodes the rules of a hook that an event may concern, each box once.
func (p *Plan) sift(tables []table) func(*plan.Event, *plan.Hook) error {
	if len(tables) == 0 {
		return nil
	}
	done := map[wire.Region]bool{}
	return func(ev *plan.Event, h *plan.Hook) error {
		for _, t := range tables {
			numbers, left, err := p.numbers(t, ev)
			if err != nil {
				return err
			}
			for i, at := range t.Boxes {
				if done[at] || left && !numbers.box(i) {
					continue
				}
				if err := p.Decode(at, func(c *wire.Coder) { h.Box(c, nil) }); err != nil {
					return err
				}
				done[at] = true
			}
		}
		return nil
	}
}

// numbers are those of what a text was found for.
type numbers map[int]bool

// box reports whether one of a box is among them.
func (n numbers) box(i int) bool {
	for j := range perBox {
		if n[i*perBox+j] {
			return true
		}
	}
	return false
}

// numbers returns what a table has for an event; left is false if that is all, as for an event that is
// nil or whose field is no text.
func (p *Plan) numbers(t table, ev *plan.Event) (found numbers, left bool, err error) {
	if ev == nil {
		return nil, false, nil
	}
	text, is := ev.TextAt(t.Path)
	if !is {
		return nil, false, nil
	}
	found, err = p.found(t.Entries, ecma.Fold(text))
	return found, true, err
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

// found returns the numbers that entries have for a folded text.
func (p *Plan) found(at wire.Region, folded string) (numbers, error) {
	var table []byte
	if err := p.Decode(at, func(c *wire.Coder) { c.Raw(&table) }); err != nil || len(table)%perEntry != 0 {
		return nil, cmp.Or(err, wire.ErrDamaged)
	}
	var known [1 << 10]uint64 // a bit for each sum of an entry's bytes
	for i := 0; i < len(table); i += perEntry {
		h := sum(binary.BigEndian.Uint32(table[i:]))
		known[h>>6] |= 1 << (h & 63)
	}
	found, count := numbers{}, len(table)/perEntry
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
			found[int(binary.BigEndian.Uint32(table[low*perEntry+plan.Gram:]))] = true
		}
	}
	return found, nil
}

// sum is a hash of the bytes of an entry, 16 bits.
func sum(g uint32) uint32 { return g * 2654435761 >> 16 }
