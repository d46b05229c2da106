package ecma

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/wire"
)

// A Search is a stored program that also tells what its groups match.
type Search struct {
	Program
	Names []string // of the capturing groups, in order; "" for none
	Needs Literals // the program's literals
	// Empty says that it may match the empty string. Package regexp skips such a match right after
	// another, JavaScript doesn't.
	Empty bool
}

// TranslateSearch is Translate for finding where a pattern and its groups match. A group in a
// lookaround captures nothing, and a repeated one keeps its last match.
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

// A Finder is a search that is compiled when a text has the literals it needs. It is safe for
// concurrent use.
type Finder struct {
	Search
	re      func() *expression // returns nil if package regexp would find other matches than JavaScript
	machine func() (*machine, error)
}

// An expression is a search for package regexp.
type expression struct {
	*regexp.Regexp
	groups []int // the pattern's group, by group of the Regexp
}

// Finder returns a finder for the search.
func (s Search) Finder() *Finder {
	return &Finder{s, sync.OnceValue(s.expression), sync.OnceValues(func() (*machine, error) { return newMachine(s.Program) })}
}

func (s Search) expression() *expression {
	if len(s.Looks) > 0 || s.Empty {
		return nil
	}
	re, err := regexp.Compile(s.Expr)
	if err != nil { // the machine fails too
		return nil
	}
	x := &expression{Regexp: re}
	for _, name := range re.SubexpNames() {
		n, _ := groupOf(name)
		x.groups = append(x.groups, n)
	}
	return x
}

// maybeEmpty reports whether an expression may match the empty string.
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
		return slices.ContainsFunc(re.Sub, maybeEmpty)
	}
	return true
}

// Find returns up to most first matches in a text, in order: the byte offsets of the match and its
// groups, -1 for a group that took no part.
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

// find is Finder.Find by package regexp.
func (x *expression) find(text string, groups, most int) [][]int {
	all := x.FindAllStringSubmatchIndex(text, most)
	for i, m := range all {
		all[i] = x.ordered(m, groups)
	}
	return all
}

// short is the length in bytes up to which compiling for package regexp doesn't pay; the machine is
// decoded from the plan.
const short = 1 << 10

// endsOtherwise reports whether a text has line ends that only JavaScript recognises.
func endsOtherwise(text string) bool {
	return strings.Contains(text, "\r") || strings.Contains(text, "\u2028") || strings.Contains(text, "\u2029")
}

// ordered returns a match in the order of the pattern's groups.
func (x *expression) ordered(m []int, groups int) []int {
	of := unmatched(groups)
	for i, n := range x.groups {
		if i == 0 || n > 0 {
			of[2*n], of[2*n+1] = m[2*i], m[2*i+1]
		}
	}
	return of
}

// unmatched returns the offsets of a match with groups before anything matched.
func unmatched(groups int) []int {
	of := make([]int, 2*(groups+1))
	for i := range of {
		of[i] = -1
	}
	return of
}
