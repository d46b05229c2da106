package ecma

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"bcrules.dev/engine/wire"
)

// A Search is a program that also says what its groups match, as it is stored.
type Search struct {
	Program
	Names []string // of the groups that capture, in order; "" for one without
	Needs Literals // of the program
	// Empty says that it may match where nothing is. Where that may be right behind a match,
	// package regexp leaves it out, and JavaScript doesn't.
	Empty bool
}

// TranslateSearch is Translate for who asks where a pattern matches and what its groups
// do. A group in a look captures nothing, and one that is repeated keeps what it matched
// last.
func TranslateSearch(source, flags string) (Search, error) {
	t := &translator{src: source, keeps: true}
	p, err := t.program(flags)
	if err != nil {
		return Search{}, err
	}
	parsed, err := syntax.Parse(p.Expr, syntax.Perl)
	if err != nil {
		return Search{}, err
	}
	return Search{p, t.names, p.Literals(), maybeEmpty(parsed)}, nil
}

// Code codes a search; see package wire.
func (s *Search) Code(c *wire.Coder) {
	s.Program.Code(c)
	c.String(&s.Expr)
	wire.Strings(c, &s.Names)
	s.Needs.Code(c)
	c.Bool(&s.Empty)
}

// A Finder is a search that gets ready to run when a text has what it needs. It may be used
// side by side.
type Finder struct {
	Search
	re      func() *expression // which is nil where what it finds is not what JavaScript does
	machine func() (*machine, error)
}

// An expression is a search as package regexp runs it.
type expression struct {
	*regexp.Regexp
	groups []int // by group of it: which it is of the pattern
}

// Finder makes a finder of a search.
func (s Search) Finder() *Finder {
	return &Finder{s, sync.OnceValue(s.expression), sync.OnceValues(func() (*machine, error) { return newMachine(s.Program) })}
}

func (s Search) expression() *expression {
	if len(s.Looks) > 0 || s.Empty {
		return nil
	}
	re, err := regexp.Compile(s.Expr)
	if err != nil { // which the machine then has, too
		return nil
	}
	x := &expression{Regexp: re}
	for _, name := range re.SubexpNames() {
		n, _ := groupOf(name)
		x.groups = append(x.groups, n)
	}
	return x
}

// maybeEmpty reports whether an expression may match where nothing is.
func maybeEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) == 0
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return maybeEmpty(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || maybeEmpty(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !maybeEmpty(sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if maybeEmpty(sub) {
				return true
			}
		}
		return false
	}
	return true
}

// Find returns the first matches in a text, up to so many, in order: of each where it and
// its groups begin and end, in bytes; -1 for a group that took no part.
func (f *Finder) Find(text string, most int) [][]int {
	if most <= 0 || !f.Needs.In(Refold(text)) {
		return nil
	}
	var re *expression
	if len(text) > short && !(f.Lines && endsOtherwise(text)) {
		re = f.re()
	}
	if re != nil {
		return re.find(text, len(f.Names), most)
	}
	machine, err := f.machine()
	if err != nil {
		return nil
	}
	return machine.find(text, len(f.Names), most)
}

// find is Finder.Find.
func (x *expression) find(text string, groups, most int) [][]int {
	all := x.FindAllStringSubmatchIndex(text, most)
	for i, m := range all {
		all[i] = x.ordered(m, groups)
	}
	return all
}

// short is a text for which it doesn't pay to have package regexp compile the expression,
// bytes: the machine is read from the plan.
const short = 1 << 10

// endsOtherwise reports whether a line ends in JavaScript that doesn't in RE2.
func endsOtherwise(text string) bool {
	return strings.Contains(text, "\r") || strings.Contains(text, "\u2028") || strings.Contains(text, "\u2029")
}

// ordered returns a match by the groups of the pattern, so many.
func (x *expression) ordered(m []int, groups int) []int {
	of := unmatched(groups)
	for i, n := range x.groups {
		if i == 0 || n > 0 {
			of[2*n], of[2*n+1] = m[2*i], m[2*i+1]
		}
	}
	return of
}

// unmatched are the places of a match and its groups before there are any.
func unmatched(groups int) []int {
	of := make([]int, 2*(groups+1))
	for i := range of {
		of[i] = -1
	}
	return of
}
