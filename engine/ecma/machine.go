package ecma

import (
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"
)

// A machine runs a program with lookarounds: an automaton for each, which scans the text once and
// records where it holds, and one for the rest.
type machine struct {
	looks []automaton
	whole automaton
}

// An automaton is a compiled expression. That of a lookahead is mirrored and reads the text from
// its end, so that its matches end at the position too.
type automaton struct {
	prog     *syntax.Prog
	look     []int // by capture: number of its lookaround, or -1
	group    []int // by capture: number of its group, or 0
	start    *start
	mirrored bool
	not      bool
}

func newMachine(p Program) (*machine, error) {
	m := &machine{}
	for _, l := range p.Looks {
		a, err := automatonOf(l.Expr, l.ready, !l.Behind)
		if err != nil {
			return nil, err
		}
		a.not = l.Not
		m.looks = append(m.looks, a)
	}
	var err error
	m.whole, err = automatonOf(p.Expr, p.ready, false)
	return m, err
}

// automatonOf compiles an expression, or decodes it if ready is set.
func automatonOf(expr, ready string, mirrored bool) (automaton, error) {
	if ready != "" {
		return readAutomaton(ready, mirrored)
	}
	return newAutomaton(expr, mirrored)
}

func newAutomaton(expr string, mirrored bool) (automaton, error) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return automaton{}, err
	}
	a := automaton{mirrored: mirrored}
	for _, name := range re.CapNames() {
		n, ok := lookOf(name)
		if !ok {
			n = -1
		}
		g, _ := groupOf(name)
		a.look, a.group = append(a.look, n), append(a.group, g)
	}
	if mirrored {
		mirror(re)
	}
	if a.prog, err = syntax.Compile(re.Simplify()); err == nil {
		a.start = startOf(a.prog)
	}
	return a, err
}

// mirror reverses an expression. Assertions such as \b hold at a position in either direction.
func mirror(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		slices.Reverse(re.Rune)
	case syntax.OpConcat:
		slices.Reverse(re.Sub)
	}
	for _, sub := range re.Sub {
		mirror(sub)
	}
}

// truths returns where in a text each lookaround holds.
func (m *machine) truths(text string) (truths []places) {
	for i := range m.looks {
		found := make(places, len(text)/64+1)
		m.looks[i].run(text, truths, func(at int) bool {
			found[at/64] |= 1 << (at % 64)
			return true
		})
		if m.looks[i].not {
			for i := range found {
				found[i] = ^found[i]
			}
		}
		truths = append(truths, found)
	}
	return truths
}

// match reports whether the program matches anywhere in a text.
func (m *machine) match(text string) bool {
	ok := false
	m.whole.run(text, m.truths(text), func(int) bool {
		ok = true
		return false
	})
	return ok
}

// places are the positions in a text where something holds, one bit each.
type places []uint64

func (p places) has(at int) bool { return p[at/64]&(1<<(at%64)) != 0 }

// run scans a text and calls found at each position where a match ends, wherever it begins, until
// found returns false.
func (a *automaton) run(text string, truths []places, found func(at int) bool) {
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	w := walk{automaton: a, text: text, truths: truths, seen: room.seenFor(len(a.prog.Inst)), looked: -1}
	now, next := room.now[:0], room.next[:0]
	defer func() { room.now, room.next = now, next }()
	at, end := 0, len(text)
	if a.mirrored {
		at, end = end, at
	}
	for {
		room.step++
		if len(now) == 0 {
			if at = w.skip(at); a.start.head && !a.mirrored && at > 0 {
				return
			}
		}
		next = next[:0]
		done := false
		now = append(now, uint32(a.prog.Start))
		for _, pc := range now {
			next, done = w.reach(next, pc, at, room.step, done)
		}
		if done && !found(at) || at == end {
			return
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if a.mirrored {
			r, size = utf8.DecodeLastRuneInString(text[:at])
			size = -size
		}
		at += size
		now = now[:0]
		for _, pc := range next {
			if in := &a.prog.Inst[pc]; in.MatchRune(r) {
				now = append(now, in.Out)
			}
		}
	}
}

// A room is the scratch memory of a run. It is pooled because an event has dozens of runs, and
// touching fresh memory costs more than most of them.
type room struct {
	seen      []int // by instruction: the last step it was reached in
	step      int   // the last step of all runs
	now, next []uint32
}

var rooms = sync.Pool{New: func() any { return &room{} }}

// seenFor returns seen for a number of instructions, with steps before the next one.
func (r *room) seenFor(instructions int) []int {
	if len(r.seen) < instructions {
		r.seen = make([]int, instructions)
	}
	return r.seen
}

// A walk is one run over a text.
type walk struct {
	*automaton
	text   string
	truths []places
	seen   []int // by instruction: the last step it was reached in
	// looked is the position that holds describes, -1 for none.
	looked int
	holds  syntax.EmptyOp
}

// skip returns the next position where the expression may begin.
func (w *walk) skip(at int) int {
	if w.mirrored {
		return w.start.before(w.text, at)
	}
	return w.start.after(w.text, at)
}

// reach appends the instructions that consume a character and are reachable from pc without one. It
// returns true if a match is reachable too, else done.
func (w *walk) reach(to []uint32, pc uint32, at, step int, done bool) ([]uint32, bool) {
	for w.seen[pc] != step {
		w.seen[pc] = step
		in := &w.prog.Inst[pc]
		switch in.Op {
		case syntax.InstMatch:
			return to, true
		case syntax.InstFail:
			return to, done
		case syntax.InstAlt, syntax.InstAltMatch:
			to, done = w.reach(to, in.Out, at, step, done)
			pc = in.Arg
			continue
		case syntax.InstCapture:
			if n := w.look[in.Arg/2]; n >= 0 && !w.truths[n].has(at) {
				return to, done
			}
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^w.at(at) != 0 {
				return to, done
			}
		case syntax.InstNop:
		default:
			return append(to, pc), done
		}
		pc = in.Out
	}
	return to, done
}

// at returns the assertions that hold at a position, with line ends as in JavaScript.
func (w *walk) at(at int) syntax.EmptyOp {
	if w.looked != at {
		w.looked, w.holds = at, w.assertions(at)
	}
	return w.holds
}

func (w *walk) assertions(at int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(w.text[:at])
	}
	if at < len(w.text) {
		after, _ = utf8.DecodeRuneInString(w.text[at:])
	}
	op := syntax.EmptyOpContext(before, after)
	if endsLine(before) {
		op |= syntax.EmptyBeginLine
	}
	if endsLine(after) {
		op |= syntax.EmptyEndLine
	}
	return op
}

func endsLine(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }
