package table

import (
	"bytes"
	"fmt"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/wire"
)

// A sieve tells of a column's patterns which can match a text at all: of each list of
// literals that a pattern has, one must stand in it.
type sieve struct {
	rows     list // of each row's patterns
	programs list // where they are
	patterns list // of each pattern's lists
	lists    list // of each list's literals
	literals list // where they are in text
	text     []byte
}

// newSieve lays out a column of patterns whose programs start at some offsets.
func newSieve(c *column, programs []uint32) []byte {
	var patterns, lists, literals []uint32
	var text []byte
	for _, p := range c.patterns {
		patterns = append(patterns, uint32(len(lists)))
		for _, l := range p.literals {
			lists = append(lists, uint32(len(literals)))
			for _, literal := range l {
				literals = append(literals, uint32(len(text)))
				text = append(text, literal...)
			}
		}
	}
	ends := func(starts []uint32, end int) []uint32 { return append(starts, uint32(end)) }
	return append(numbers(ends(c.starts, len(c.patterns)), programs, ends(patterns, len(lists)), ends(lists, len(literals)), ends(literals, len(text))), text...)
}

// sieve reads the sieve of a column.
func (x *Index) sieve(e *columnEntry) (s sieve, err error) {
	raw, err := x.region(e.Values)
	if err != nil {
		return s, err
	}
	n := int(x.head.Rows)
	next := func(n int) list {
		var l list
		if l, raw = take(raw, n+1); l == nil {
			err, l = errDamaged, make(list, 4)
		}
		return l
	}
	last := func(l list) int { return l.at(len(l)/4 - 1) }
	s.rows = next(n)
	n = last(s.rows)
	s.programs, s.patterns = next(n), next(n)
	s.lists = next(last(s.patterns))
	s.literals = next(last(s.lists))
	if last(s.literals) != len(raw) {
		err = errDamaged
	}
	s.text = raw
	return s, err
}

// sift leaves those rows in that have no patterns, or one that matches one of the
// texts.
func (x *Index) sift(in []bool, e *columnEntry, values []any) error {
	var texts []*text
	for _, v := range values {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("found %T, want a text to try patterns on", v)
		}
		texts = append(texts, newText(s))
	}
	s, err := x.sieve(e)
	if err != nil {
		return err
	}
	for i := range in {
		from, to := s.rows.between(i, len(s.patterns)/4-1)
		if !in[i] || from == to {
			continue
		}
		in[i] = false
		for n := from; n < to && !in[i]; n++ {
			if in[i], err = x.matches(&s, e, n, texts); err != nil {
				return err
			}
		}
	}
	return nil
}

// matches reports whether the n-th pattern of a column matches one of the texts.
func (x *Index) matches(s *sieve, e *columnEntry, n int, texts []*text) (bool, error) {
	var pattern *ecma.Pattern
	for _, t := range texts {
		if !s.passes(n, t) {
			continue
		}
		if pattern == nil {
			raw, err := x.blob(e.Programs, s.programs.at(n), s.programs.at(n+1))
			if err != nil || len(raw) == 0 { // there is no program for it
				return false, err
			}
			var p ecma.Program
			c := wire.NewReader(raw)
			if p.Code(c); c.Err() != nil {
				return false, c.Err()
			}
			if pattern, err = p.Compile(); err != nil {
				return false, err
			}
		}
		if pattern.Match(t.whole) {
			return true, nil
		}
	}
	return false, nil
}

// passes reports whether a text has one of each of the lists that the n-th pattern has.
func (s *sieve) passes(n int, t *text) bool {
	from, to := s.patterns.between(n, len(s.lists)/4-1)
	for i := from; i < to; i++ {
		ok := false
		from, to := s.lists.between(i, len(s.literals)/4-1)
		for l := from; l < to && !ok; l++ {
			from, to := s.literals.between(l, len(s.text))
			ok = t.has(s.text[from:to])
		}
		if !ok {
			return false
		}
	}
	return true
}

// A text is one that patterns are tried on. Most literals have three letters in a
// row that it has nowhere; which it has is told by a bit for their hash.
type text struct {
	whole  string
	folded []byte
	threes []uint64
	shift  int
}

// Bits for the threes of a text: some for each, within bounds.
const (
	leastBits = 12
	mostBits  = 22
)

func newText(s string) *text {
	t := &text{whole: s, folded: []byte(ecma.Fold(s))}
	bits := leastBits
	for 1<<bits < 8*len(s) && bits < mostBits {
		bits++
	}
	t.threes, t.shift = make([]uint64, 1<<bits/64), 32-bits
	for i := 0; i+3 <= len(t.folded); i++ {
		n := t.three(t.folded[i:])
		t.threes[n/64] |= 1 << (n % 64)
	}
	return t
}

// three hashes the first three bytes of a text.
func (t *text) three(s []byte) uint32 {
	return (uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16) * 0x9E3779B1 >> t.shift
}

// has reports whether a literal stands in the text.
func (t *text) has(literal []byte) bool {
	for i := 0; i+3 <= len(literal); i++ {
		if n := t.three(literal[i:]); t.threes[n/64]&(1<<(n%64)) == 0 {
			return false
		}
	}
	return bytes.Contains(t.folded, literal)
}
