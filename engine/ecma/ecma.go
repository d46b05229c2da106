// Package ecma runs JavaScript regular expressions in time linear in the text.
//
//	source, flags ─ translate.go ─► Program ─ pattern.go ─► match
//
// Most of them mean the same in RE2 once their escapes are spelt out (translate.go, class.go), so
// package regexp/syntax compiles them. An automaton scans the text once and skips what can't begin
// a match (first.go). What RE2 lacks is lookaround: pytest(?!.*--header) means "A, and no B later
// on the line". A lookaround asks one question of each position in the text, so an automaton of its
// own first answers it for all positions, and the rest of the pattern uses the answers
// (machine.go). So lookarounds may appear anywhere, and nest. A backtracking engine could do it
// too, but it may take for ever and would have to be linked into a program whose whole work takes a
// millisecond. Package regexp finds the groups of patterns without lookarounds in long texts
// (search.go). Plans store the automata themselves (stored.go), because making one costs more than
// running it on most texts.
//
// What can't be translated is an error: backreferences, sets of flag v, repeats beyond RE2's
// thousand. So is what JavaScript rejects, except flag q, which is XPath's: the source is literal
// text.
//
// Two things are always as with flag u: a character is a code point, and case folding is Unicode's
// simple folding.
package ecma

import "bcrules.dev/engine/wire"

// A Program is the stored form of a Pattern, faster to compile than its source.
type Program struct {
	Expr  string // RE2; a group named like a lookaround stands for it. "" if decoded
	Looks []Look // each before those that contain it
	// Lines says that ^ or $ matches at line ends, of which JavaScript has more kinds than RE2.
	Lines bool
	ready string // the encoded automaton of a decoded program; see stored.go
}

// A Look is a lookaround: whether its expression matches from a position on, or up to it.
type Look struct {
	Expr   string // RE2; "" if decoded
	Not    bool   // negated
	Behind bool   // a lookbehind
	ready  string
}

// Code codes a program; see package wire. Writing fails for one that doesn't compile.
func (p *Program) Code(c *wire.Coder) {
	wire.List(c, &p.Looks, func(c *wire.Coder, l *Look) {
		c.Bool(&l.Not)
		c.Bool(&l.Behind)
		code(c, l.Expr, &l.ready, !l.Behind)
	})
	c.Bool(&p.Lines)
	code(c, p.Expr, &p.ready, false)
}

// code codes the automaton of an expression, including one that was decoded before.
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
