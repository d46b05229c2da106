package plan

import (
	"fmt"
	"strconv"
	"strings"
)

// A Pos is a position in a rule file. Line and Col count from 1, Col in bytes; the zero Pos is
// unknown. Its text form is file:line:col.
type Pos struct {
	File string
	Line int
	Col  int
}

func (p Pos) String() string {
	switch {
	case p.File == "" && p.Line == 0:
		return "-"
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// MarshalText returns the text form.
func (p Pos) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses the text form; text without numbers is a file name.
func (p *Pos) UnmarshalText(text []byte) error {
	s := string(text)
	*p = Pos{}
	if s == "-" {
		return nil
	}
	p.File = s
	head, col, ok := cutLast(s)
	if !ok {
		return nil
	}
	file, line, ok := cutLast(head)
	if !ok {
		return nil
	}
	l, err1 := strconv.Atoi(line)
	c, err2 := strconv.Atoi(col)
	if err1 == nil && err2 == nil {
		*p = Pos{file, l, c}
	}
	return nil
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// An Error is a fault that the author of a rule can mend, with its position.
type Error struct {
	Pos
	Hook string // name of the hook, "" if the file itself is at fault
	Rule int    // number of the rule in its hook, from 1; 0 if the hook itself is at fault
	// Check names the check that found it, such as never-fires, for tools; "" if the rules could
	// not be read.
	Check string
	Err   error
	See   Pos // position of the other side of a contradiction, if this is one
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" || e.Line != 0 {
		b.WriteString(e.Pos.String() + ": ")
	}
	if e.Hook != "" {
		b.WriteString(e.Hook + ": ")
	}
	b.WriteString(e.Err.Error())
	if e.See != (Pos{}) {
		b.WriteString(" (see " + e.See.String() + ")")
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }
