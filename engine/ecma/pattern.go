package ecma

import (
	"regexp"
	"strings"
	"sync"
)

// A Pattern is a program ready to run. It may be used side by side.
type Pattern struct {
	program Program
	re      *regexp.Regexp // nil if looks are to be asked
	machine func() (*machine, error)
}

// Compile makes a pattern of its source and flags; see Translate for its errors.
func Compile(source, flags string) (*Pattern, error) {
	p, err := Translate(source, flags)
	if err != nil {
		return nil, err
	}
	return p.Compile()
}

// Compile makes a pattern of a program.
func (p Program) Compile() (*Pattern, error) {
	m := &Pattern{program: p, machine: sync.OnceValues(func() (*machine, error) { return newMachine(p) })}
	var err error
	if len(p.Looks) == 0 {
		m.re, err = regexp.Compile(p.Expr)
	} else {
		_, err = m.machine()
	}
	return m, err
}

// Match reports whether the pattern finds something in a text.
func (m *Pattern) Match(text string) bool {
	if m.re != nil && !(m.program.Lines && strings.ContainsAny(text, otherLines)) {
		return m.re.MatchString(text)
	}
	machine, err := m.machine()
	return err == nil && machine.match(text)
}

// otherLines end lines in JavaScript and not in RE2.
const otherLines = "\r\u2028\u2029"
