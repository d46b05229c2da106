package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"bcrules.dev/engine/files"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// A SourceError is a fault in the text of an expression or template, Offset
// bytes from its start.
type SourceError struct {
	Offset int
	Msg    string
}

func (e *SourceError) Error() string { return e.Msg }

// compile checks and compiles one expression in the names of a scope.
func compile(src string, names map[string]any, options ...expr.Option) (*vm.Program, error) {
	if strings.TrimSpace(src) == "" {
		return nil, &SourceError{Msg: "found no expression, want one"}
	}
	p, err := expr.Compile(src, append(options, expr.Env(names))...)
	if err == nil {
		return p, nil
	}
	var fe *file.Error
	if !errors.As(err, &fe) {
		return nil, &SourceError{Msg: err.Error()}
	}
	return nil, &SourceError{Offset: byteOffset(src, fe.From), Msg: fe.Message}
}

// byteOffset is where the n-th character of s starts.
func byteOffset(s string, n int) int {
	offset := 0
	for range n {
		_, size := utf8.DecodeRuneInString(s[offset:])
		offset += size
	}
	return offset
}

// evaluate runs a compiled expression. Its errors say what was found, without
// the copy of the source that expr adds.
func evaluate(p *vm.Program, env map[string]any) (any, error) {
	v, err := expr.Run(p, env)
	var fe *file.Error
	var placed *Error
	if errors.As(err, &placed) { // of a let
		return nil, placed
	}
	if errors.As(err, &fe) {
		return nil, errors.New(fe.Message)
	}
	return v, err
}

// A template is text with expressions in it. Its parts are in order; a part has
// a program or is literal.
type template []part

type part struct {
	text    string
	offset  int // of the expression in the template, bytes
	program *vm.Program
}

// parseTemplate splits a template at its ${…}. $${ stands for a literal ${.
func parseTemplate(src string) (template, error) {
	var t template
	var lit strings.Builder
	for i := 0; i < len(src); {
		switch {
		case strings.HasPrefix(src[i:], "$${"):
			lit.WriteString("${")
			i += 3
		case strings.HasPrefix(src[i:], "${"):
			n := closing(src[i+2:])
			if n < 0 {
				return nil, &SourceError{Offset: i, Msg: "found ${ without its }, want ${expression}, or $${ for the two characters"}
			}
			if lit.Len() > 0 {
				t = append(t, part{text: lit.String()})
				lit.Reset()
			}
			t = append(t, part{text: src[i+2 : i+2+n], offset: i + 2})
			i += n + 3
		default:
			lit.WriteByte(src[i])
			i++
		}
	}
	if lit.Len() > 0 {
		t = append(t, part{text: lit.String()})
	}
	return t, nil
}

// closing returns where the } stands that closes an expression at the start of
// s, over its own braces and strings; -1 if nowhere.
func closing(s string) int {
	depth := 0
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

func (p part) literal() bool { return p.offset == 0 }

// compileTemplate parses a template and compiles the expressions in it.
func compileTemplate(src string, names map[string]any) (template, error) {
	t, err := parseTemplate(src)
	if err != nil {
		return nil, err
	}
	for i, p := range t {
		if p.literal() {
			continue
		}
		t[i].program, err = compile(p.text, names)
		if se, ok := err.(*SourceError); ok {
			se.Offset += p.offset
		}
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

// value runs the template. One that is a single expression keeps the type of
// its result; any other gives a string.
func (t template) value(env map[string]any) (any, error) {
	if len(t) == 1 && !t[0].literal() {
		return evaluate(t[0].program, env)
	}
	var b strings.Builder
	for _, p := range t {
		if p.literal() {
			b.WriteString(p.text)
			continue
		}
		v, err := evaluate(p.program, env)
		if err != nil {
			return nil, err
		}
		b.WriteString(text(v))
	}
	return b.String(), nil
}

// text writes a value as a template shows it.
func text(v any) string {
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

// Text is a text among an action's arguments. It reads any JSON scalar, so that
// a template may give a number where text is wanted.
type Text string

// UnmarshalJSON reads a string as it is and anything else as a template shows it.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	*t = Text(text(v))
	return nil
}

// plain makes a value of an expression fit for JSON: times and durations as text.
func plain(v any) any {
	switch v := v.(type) {
	case time.Time, time.Duration:
		return text(v)
	}
	return v
}

// resultType is the Go type a compiled expression gives, any if it can't be known.
func resultType(p *vm.Program) reflect.Type {
	if t := p.Node().Type(); t != nil {
		return t
	}
	return reflect.TypeFor[any]()
}
