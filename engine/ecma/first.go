package ecma

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// A start says where in a text an expression may begin to match, so that the automaton can skip the
// rest: most texts contain next to nothing of most patterns.
type start struct {
	bytes [256]bool // bytes it may begin with
	empty bool      // it may match the empty string, so anywhere
	head  bool      // it is anchored at the start of the text
}

// startOf returns the start of a program, assuming that its assertions hold.
func startOf(prog *syntax.Prog) *start {
	s := &start{head: prog.StartCond()&syntax.EmptyBeginText != 0}
	for b := utf8.RuneSelf; b < len(s.bytes); b++ { // any of these bytes may be part of a character
		s.bytes[b] = true
	}
	s.add(prog, uint32(prog.Start), make([]bool, len(prog.Inst)))
	return s
}

// add adds what is reachable from an instruction without consuming a character.
func (s *start) add(prog *syntax.Prog, pc uint32, seen []bool) {
	for !seen[pc] {
		seen[pc] = true
		in := &prog.Inst[pc]
		switch in.Op {
		case syntax.InstMatch:
			s.empty = true
			return
		case syntax.InstFail:
			return
		case syntax.InstAlt, syntax.InstAltMatch:
			s.add(prog, in.Out, seen)
			pc = in.Arg
			continue
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
		default:
			s.take(in)
			return
		}
		pc = in.Out
	}
}

// take adds the characters that an instruction consumes.
func (s *start) take(in *syntax.Inst) {
	switch {
	case in.Op == syntax.InstRuneAny, in.Op == syntax.InstRuneAnyNotNL:
		s.between(0, utf8.RuneSelf-1)
	case len(in.Rune) == 1: // with its other cases if folded
		r := in.Rune[0]
		s.between(r, r)
		for other := unicode.SimpleFold(r); syntax.Flags(in.Arg)&syntax.FoldCase != 0 && other != r; other = unicode.SimpleFold(other) {
			s.between(other, other)
		}
	default:
		for i := 0; i+1 < len(in.Rune); i += 2 {
			s.between(in.Rune[i], in.Rune[i+1])
		}
	}
}

func (s *start) between(from, to rune) {
	for r := from; r <= to && r < utf8.RuneSelf; r++ {
		s.bytes[r] = true
	}
}

// after returns the first position from at where the expression may begin, or the end of the text.
func (s *start) after(text string, at int) int {
	if s.empty {
		return at
	}
	for at < len(text) && !s.bytes[text[at]] {
		at++
	}
	return at
}

// before returns the last position up to at where the mirrored expression may begin, or 0.
func (s *start) before(text string, at int) int {
	if s.empty {
		return at
	}
	for at > 0 && !s.bytes[text[at-1]] {
		at--
	}
	return at
}
