// Package ecma runs JavaScript's regular expressions, as tables of other programs
// have them, in time linear to the text.
//
//	source, flags ─ translate.go ─► Program ─ pattern.go ─► match
//
// Most of them mean the same in RE2 once their escapes are spelt out (translate.go,
// class.go), so package regexp/syntax compiles them. An automaton goes over the text once, and
// over what can't begin a match at a stretch (first.go). What RE2 lacks is to look around: "A,
// and no B later on the line" is pytest(?!.*--header). Such a look asks one question of
// each place in the text, so it is answered for all places first, by an automaton of its own;
// the rest of the pattern has the answers at hand (machine.go). Any look may so stand
// anywhere, and inside others. A second engine that tries alternatives one by one would do it
// too, but could take for ever, and would have to be linked into a program whose whole work
// takes a millisecond. Package regexp runs patterns without looks where a long text is asked for
// their groups (search.go). Plans have the automata themselves (stored.go): to make one costs
// more than most texts that it is run on.
//
// What can't be translated is an error: what points back to what a group matched,
// sets of flag v, repeats beyond RE2's thousand. So is what JavaScript refuses, but for
// flag q, which is XPath's: the source is a text, none of whose characters means another.
//
// Two things are as with flag u whether it is given or not: a character is a code
// point, and letters of two cases are the same by Unicode's simple folding.
package ecma

import "bcrules.dev/engine/wire"

// A Program is a pattern as it is stored: what a Pattern is made of, and made
// faster than from its source.
type Program struct {
	Expr  string // RE2; a group with the name of a look is that look. "" for one that was read
	Looks []Look // each before those it stands in
	// Lines says that ^ or $ means a line's, of which JavaScript has more than RE2.
	Lines bool
	ready string // the automaton of one that was read; see stored.go
}

// A Look asks whether something can be matched from a place on, or up to it.
type Look struct {
	Expr   string // RE2; "" for one that was read
	Not    bool   // it must not
	Behind bool   // up to the place
	ready  string
}

// Code codes a program; see package wire. It fails to write one that can't be compiled.
func (p *Program) Code(c *wire.Coder) {
	wire.List(c, &p.Looks, func(c *wire.Coder, l *Look) {
		c.Bool(&l.Not)
		c.Bool(&l.Behind)
		code(c, l.Expr, &l.ready, !l.Behind)
	})
	c.Bool(&p.Lines)
	code(c, p.Expr, &p.ready, false)
}

// code codes the automaton of an expression; to be written is that of one that was read, too.
func code(c *wire.Coder, expr string, ready *string, mirrored bool) {
	to := *ready
	if !c.Reading() && to == "" {
		a, err := newAutomaton(expr, mirrored)
		if err != nil {
			c.Fail(err)
			return
		}
		to = a.stored()
	}
	c.String(&to)
	if c.Reading() {
		*ready = to
	}
}
