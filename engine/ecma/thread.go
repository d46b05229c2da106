package ecma

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// find returns the first matches in a text, as Finder.Find does.
func (m *machine) find(text string, groups, most int) (all [][]int) {
	s := &threads{walk: walk{automaton: &m.whole, text: text, truths: m.truths(text), seen: make([]int, len(m.whole.prog.Inst)), looked: -1}, groups: groups}
	for at := 0; at <= len(text) && len(all) < most; {
		found := s.first(at)
		if found == nil {
			break
		}
		all = append(all, found)
		if at = found[1]; found[0] == found[1] {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += max(size, 1)
		}
	}
	return all
}

// threads scan a text in parallel, ordered by the priority of a backtracking engine, so that they
// find the same match.
type threads struct {
	walk
	groups int
	step   int
}

// A thread waits at an instruction for a character, and carries its groups' offsets.
type thread struct {
	pc uint32
	of []int
}

// first returns the first match from a position on, nil if there is none.
func (s *threads) first(at int) (found []int) {
	var now, next []thread
	var of []int // offsets for a new thread; nil if a waiting one took them
	for {
		if len(next) == 0 && found == nil {
			at = s.skip(at)
		}
		s.step++
		now = now[:0]
		for _, t := range next {
			if now = s.reach(now, t.pc, t.of, at); s.matched(now) {
				break // threads of lower priority are dropped
			}
		}
		if found == nil && !s.matched(now) {
			if of == nil {
				of = unmatched(s.groups)
			}
			of[0] = at
			waiting := len(now)
			if now = s.reach(now, uint32(s.prog.Start), of, at); len(now) > waiting {
				of = nil
			}
		}
		if n := len(now); s.matched(now) {
			found = now[n-1].of
			found[1] = at
			now = now[:n-1]
		}
		if at >= len(s.text) || len(now) == 0 && found != nil {
			return found
		}
		r, size := utf8.DecodeRuneInString(s.text[at:])
		at += size
		next = next[:0]
		for _, t := range now {
			if in := &s.prog.Inst[t.pc]; in.MatchRune(r) {
				next = append(next, thread{in.Out, t.of})
			}
		}
	}
}

// matched reports whether the last thread has matched.
func (s *threads) matched(now []thread) bool {
	return len(now) > 0 && s.prog.Inst[now[len(now)-1].pc].Op == syntax.InstMatch
}

// reach appends the threads that are reachable from pc without a character. It stops at a match,
// because later threads have lower priority.
func (s *threads) reach(to []thread, pc uint32, of []int, at int) []thread {
	for s.seen[pc] != s.step {
		s.seen[pc] = s.step
		in := &s.prog.Inst[pc]
		switch in.Op {
		case syntax.InstMatch:
			return append(to, thread{pc, slices.Clone(of)})
		case syntax.InstFail:
			return to
		case syntax.InstAlt, syntax.InstAltMatch:
			if to = s.reach(to, in.Out, of, at); s.matched(to) {
				return to
			}
			pc = in.Arg
			continue
		case syntax.InstCapture:
			if n := s.look[in.Arg/2]; n >= 0 && !s.truths[n].has(at) {
				return to
			}
			if n := s.group[in.Arg/2]; n > 0 {
				of = slices.Clone(of)
				of[2*n+int(in.Arg%2)] = at
			}
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^s.at(at) != 0 {
				return to
			}
		case syntax.InstNop:
		default:
			return append(to, thread{pc, of})
		}
		pc = in.Out
	}
	return to
}
