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
}

// TranslateSearch is Translate for who asks where a pattern matches and what its groups
// do. A group in a look captures nothing, and one that is repeated keeps what it matched
// last.
func TranslateSearch(source, flags string) (Search, error) {
	t := &translator{src: source, keeps: true}
	p, err := t.program(flags)
	return Search{p, t.names}, err
}

// Code codes a search; see package wire.
func (s *Search) Code(c *wire.Coder) {
	s.Program.Code(c)
	wire.Strings(c, &s.Names)
}

// A Finder is a search ready to run. It may be used side by side.
type Finder struct {
	Search
	re      *regexp.Regexp // nil where what it finds is not what JavaScript does
	groups  []int          // by group of re: which it is of the pattern
	machine func() (*machine, error)
}

// Compile makes a finder of a search.
func (s Search) Compile() (*Finder, error) {
	f := &Finder{Search: s, machine: sync.OnceValues(func() (*machine, error) { return newMachine(s.Program) })}
	parsed, err := syntax.Parse(s.Expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if len(s.Looks) > 0 || maybeEmpty(parsed) {
		_, err = f.machine()
		return f, err
	}
	if f.re, err = regexp.Compile(s.Expr); err != nil {
		return nil, err
	}
	for _, name := range f.re.SubexpNames() {
		n, _ := groupOf(name)
		f.groups = append(f.groups, n)
	}
	return f, nil
}

// maybeEmpty reports whether an expression may match where nothing is. Where that may be
// right behind a match, package regexp leaves it out, and JavaScript doesn't.
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
	if most <= 0 {
		return nil
	}
	if f.re == nil || f.Lines && strings.ContainsAny(text, otherLines) {
		machine, err := f.machine()
		if err != nil {
			return nil
		}
		return machine.find(text, len(f.Names), most)
	}
	all := f.re.FindAllStringSubmatchIndex(text, most)
	for i, m := range all {
		all[i] = f.ordered(m)
	}
	return all
}

// ordered returns a match of re by the groups of the pattern.
func (f *Finder) ordered(m []int) []int {
	of := unmatched(len(f.Names))
	for i, n := range f.groups {
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
