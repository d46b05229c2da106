package ecma

import (
	"encoding/binary"
	"regexp/syntax"

	"bcrules.dev/engine/wire"
)

// An expression is stored as its automaton. Decoding it costs a fifth of compiling the expression,
// which is most of the cost of matching a pattern once.

// stored encodes an automaton.
func (a *automaton) stored() string {
	out := binary.AppendUvarint(nil, uint64(len(a.look)))
	for i, n := range a.look {
		out = binary.AppendUvarint(out, uint64(n+1))
		out = binary.AppendUvarint(out, uint64(a.group[i]))
	}
	runes := 0
	for i := range a.prog.Inst {
		runes += len(a.prog.Inst[i].Rune)
	}
	for _, n := range []int{a.prog.Start, a.prog.NumCap, len(a.prog.Inst), runes} {
		out = binary.AppendUvarint(out, uint64(n))
	}
	for i := range a.prog.Inst {
		in := &a.prog.Inst[i]
		out = append(out, byte(in.Op))
		out = binary.AppendUvarint(out, uint64(in.Out))
		out = binary.AppendUvarint(out, uint64(in.Arg))
		out = binary.AppendUvarint(out, uint64(len(in.Rune)))
		for _, r := range in.Rune {
			out = binary.AppendUvarint(out, uint64(r))
		}
	}
	return string(out)
}

// readAutomaton decodes what stored wrote; anything else is wire.ErrDamaged.
func readAutomaton(data string, mirrored bool) (automaton, error) {
	r := reader{data: data}
	a := automaton{mirrored: mirrored, prog: &syntax.Prog{}}
	captures := r.many()
	a.look, a.group = make([]int, captures), make([]int, captures)
	for i := range a.look {
		a.look[i], a.group[i] = int(r.next())-1, int(r.next())
	}
	a.prog.Start, a.prog.NumCap = int(r.next()), int(r.next())
	a.prog.Inst = make([]syntax.Inst, r.many())
	runes := make([]rune, r.many())
	for i := range a.prog.Inst {
		in := &a.prog.Inst[i]
		in.Op, in.Out, in.Arg = syntax.InstOp(r.next()), uint32(r.next()), uint32(r.next())
		n := min(r.many(), len(runes))
		in.Rune, runes = runes[:n:n], runes[n:]
		for k := range in.Rune {
			in.Rune[k] = rune(r.next())
		}
		r.lost = r.lost || !a.runs(in)
	}
	if r.lost || len(r.data) > 0 || len(runes) > 0 || a.prog.Start >= len(a.prog.Inst) {
		return automaton{}, wire.ErrDamaged
	}
	a.start = startOf(a.prog)
	return a, nil
}

// runs reports whether an instruction's references exist.
func (a *automaton) runs(in *syntax.Inst) bool {
	of := uint32(len(a.prog.Inst))
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return in.Out < of && in.Arg < of
	case syntax.InstCapture:
		return in.Out < of && in.Arg/2 < uint32(len(a.look))
	case syntax.InstMatch, syntax.InstFail:
		return true
	}
	return in.Out < of && in.Op <= syntax.InstRuneAnyNotNL
}

// A reader decodes numbers.
type reader struct {
	data string
	lost bool // the data ended early or is impossible
}

// next returns the next number, 0 if there is none.
func (r *reader) next() (n uint64) {
	if len(r.data) > 0 && r.data[0] < 0x80 { // as nearly all are
		n, r.data = uint64(r.data[0]), r.data[1:]
		return n
	}
	return r.long()
}

// long is next for a number of several bytes.
func (r *reader) long() (n uint64) {
	for i := range min(len(r.data), binary.MaxVarintLen64) {
		b := r.data[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.data = r.data[i+1:]
			return n
		}
	}
	r.lost = true
	return 0
}

// many returns the next number if that many could follow, else 0.
func (r *reader) many() int {
	n := r.next()
	if n > uint64(len(r.data)) {
		r.lost = true
		return 0
	}
	return int(n)
}
