package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// A fate is what a cut made of a change that wasn't synced.
type fate int

const (
	lost  fate = iota
	whole      // it is there
	sized      // the file has its new length, with zeros for the data
	head       // only the first of the data's blocks is there
	tail       // all but the first are there
)

// block is how many bytes of a file a disk writes as a whole.
const block = 4096

// An option is what the disk may have made of some changes, by the changes' numbers.
type option map[int]fate

// choices returns what the disk could choose from at a cut after a call: options for the names in
// each folder, and for the data of each file. The first option of each has least, the last has all.
func (d *disk) choices(after int) (all [][]option) {
	var names, data [][]int // numbers of changes
	of := map[*node]int{}   // where a node's changes are
	add := func(to *[][]int, n *node, i int) {
		if _, ok := of[n]; !ok {
			of[n] = len(*to)
			*to = append(*to, nil)
		}
		if list := &(*to)[of[n]]; !slices.Contains(*list, i) {
			*list = append(*list, i)
		}
	}
	for i, c := range d.changes {
		if c.at <= after && c.file != nil && c.kept > after {
			add(&data, c.file, i)
		}
		for _, e := range c.edits {
			if !d.weak {
				e.dir = d.root
			}
			if c.at <= after {
				add(&names, e.dir, i)
			}
		}
	}
	for _, list := range names {
		var options []option
		for n := range len(list) + 1 {
			o := option{}
			for i, number := range list {
				o[number] = map[bool]fate{true: whole, false: lost}[i < n]
			}
			if !slices.ContainsFunc(list[n:], func(i int) bool { return d.changes[i].kept <= after }) {
				options = append(options, o)
			}
		}
		all = append(all, options)
	}
	for _, list := range data {
		all = append(all, d.parts(list))
	}
	return all
}

// parts returns options for changes of one file's data: the first changes are there and the next in
// part or, on the weak disk, any one is missing.
func (d *disk) parts(of []int) (all []option) {
	first := option{}
	for _, number := range of {
		first[number] = lost
	}
	for n, number := range of {
		with := func(fates ...fate) {
			for _, f := range fates {
				o := maps.Clone(first)
				o[number] = f
				all = append(all, o)
			}
		}
		with(lost)
		c := d.changes[number]
		if d.weak && c.data != nil {
			with(sized)
		}
		if c.from%block+int64(len(c.data)) > block {
			with(head)
			if d.weak {
				with(tail)
			}
		}
		if d.weak {
			but := option{}
			for i, other := range of {
				but[other] = map[bool]fate{true: lost, false: whole}[i == n]
			}
			all = append(all, but)
		}
		first[number] = whole
	}
	return append(all, first)
}

// pick takes one option of each choice, in all ways. If these are more than most, it takes those
// that differ in one choice from least or all, and others by chance. It returns whether it took all
// ways.
func pick(choices [][]option, most int, chance *rand.Rand, take func([]option)) bool {
	product := 1
	for _, c := range choices {
		product = min(product*len(c), most+1)
	}
	by := func(which func(i, of int) int) {
		var way []option
		for i, c := range choices {
			way = append(way, c[which(i, len(c))])
		}
		take(way)
	}
	if product <= most {
		for n := range product {
			by(func(_, of int) int { w := n % of; n /= of; return w })
		}
		return true
	}
	for one, c := range choices {
		for n := range 2 * len(c) {
			by(func(i, of int) int {
				if i == one {
					return n / 2
				}
				return n % 2 * (of - 1)
			})
		}
	}
	for range most {
		by(func(_, of int) int { return chance.IntN(of) })
	}
	return false
}

// tree returns what is on the disk after a cut that followed a call. It is nil if options
// contradict each other, on a call that changed names in two folders.
func (d *disk) tree(after int, way []option) *node {
	fates := option{}
	for _, o := range way {
		for number, f := range o {
			if is, ok := fates[number]; ok && is != f {
				return nil
			}
			fates[number] = f
		}
	}
	is := map[*node]*node{}
	of := func(n *node) *node {
		if is[n] == nil {
			c := d.began[n]
			c.names = maps.Clone(c.names)
			is[n] = &c
		}
		return is[n]
	}
	for i, c := range d.changes {
		f, free := fates[i]
		if c.at > after || free && f == lost {
			continue
		}
		for _, e := range c.edits {
			if of(e.dir).names[e.name] = e.to; e.to == nil {
				delete(of(e.dir).names, e.name)
			}
		}
		if n := c.file; n != nil {
			of(n).data = c.after(of(n).data, f)
		}
	}
	return whatIs(d.root, of)
}

// whatIs replaces nodes, from n on, by what of returns for them.
func whatIs(n *node, of func(*node) *node) *node {
	is := of(n)
	for name, below := range is.names {
		is.names[name] = whatIs(below, of)
	}
	return is
}

// after returns the content of a file after a change with a fate.
func (c change) after(was []byte, f fate) []byte {
	first := int(block - c.from%block)
	switch f {
	case sized:
		return written(was, []byte{}, max(c.from+int64(len(c.data)), int64(len(was))))
	case head:
		return written(was, c.data[:first], c.from)
	case tail:
		return written(was, c.data[first:], c.from+int64(first))
	}
	return written(was, c.data, c.from)
}

// sum distinguishes trees.
func (n *node) sum() [sha256.Size]byte {
	text := fmt.Sprintf("%t %q %x", n.names != nil, n.link, sha256.Sum256(n.data))
	for _, name := range slices.Sorted(maps.Keys(n.names)) {
		text += fmt.Sprintf("%q %x", name, n.names[name].sum())
	}
	return sha256.Sum256([]byte(text))
}
