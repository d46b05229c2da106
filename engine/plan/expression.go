package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/files"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// An Expression is source in expr's language with its position and compiled code.
type Expression struct {
	Src  string
	Pos  Pos
	Code Code
}

// A Template is text with embedded expressions, in parts.
type Template []Part

// A Part of a template is text, or code whose result replaces it.
type Part struct {
	Text string
	Code Code
}

// A Function is a function that code calls by name. It fails if it doesn't accept the arguments.
type Function = vm.Function

// Run evaluates compiled code once, as Program.Run does.
func (c Code) Run(env map[string]any) (any, error) {
	p, err := c.Program()
	if err != nil {
		return nil, err
	}
	return p.Run(env)
}

// A Program is decoded code, for running more than once.
type Program struct{ of *vm.Program }

// Program decodes compiled code.
func (c Code) Program() (Program, error) {
	if len(c) == 0 {
		return Program{}, errors.New("found no compiled expression, want one: the plan is not whole")
	}
	program, err := c.program()
	return Program{program}, err
}

// Run evaluates a program with values for its names; those it calls are Functions. Its errors are
// without the source excerpt that expr adds.
func (p Program) Run(env map[string]any) (any, error) {
	m := machines.Get().(*vm.VM)
	v, err := m.Run(p.of, env)
	machines.Put(m)
	var placed *Error
	var fault *file.Error
	switch {
	case errors.As(err, &placed): // of a let
		return nil, placed
	case errors.As(err, &fault):
		return nil, &failure{fault.Message, fault.Prev}
	}
	return v, err
}

// machines holds idle VMs for reuse. An event runs dozens of programs, some nested, and allocating
// a VM costs more than running most of them.
var machines = sync.Pool{New: func() any { return &vm.VM{} }}

// A failure is the fault of an expression; of is what a function returned, if that was its cause.
type failure struct {
	text string
	of   error
}

func (f *failure) Error() string { return f.text }

func (f *failure) Unwrap() error { return f.of }

// Fill evaluates a template. A single expression keeps the type of its result; anything else yields
// a string.
func (t Template) Fill(env map[string]any) (any, error) {
	if len(t) == 1 && t[0].Code != nil {
		return t[0].Code.Run(env)
	}
	return t.text(env, TextOf)
}

// Path evaluates a template of names joined by dots. The value of an expression is one name, even
// if it contains dots (files.SplitPath).
func (t Template) Path(env map[string]any) (string, error) {
	return t.text(env, func(v any) string { return files.PathName(TextOf(v)) })
}

// text concatenates the parts, with values formatted by shown.
func (t Template) text(env map[string]any, shown func(any) string) (string, error) {
	var b strings.Builder
	for _, part := range t {
		if part.Code == nil {
			b.WriteString(part.Text)
			continue
		}
		v, err := part.Code.Run(env)
		if err != nil {
			return "", err
		}
		b.WriteString(shown(v))
	}
	return b.String(), nil
}

// TextOf formats a value as a template does.
func TextOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return Stamp(v)
	case time.Duration:
		return v.String()
	case json.Number:
		return v.String()
	}
	if raw := files.JSON(v); len(raw) > 0 {
		return string(raw)
	}
	return fmt.Sprint(v)
}

// Stamp formats a time like JavaScript's toISOString: UTC, milliseconds.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
