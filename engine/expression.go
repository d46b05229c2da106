package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/engine/code"
	"bcrules.dev/engine/files"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// Run evaluates compiled code with values for its names. Its errors say what was
// found, without what expr adds.
func (c Code) Run(env map[string]any) (any, error) {
	if len(c) == 0 {
		return nil, errors.New("found no compiled expression, want one: the plan is not whole")
	}
	program, err := code.Decode(c)
	if err != nil {
		return nil, err
	}
	v, err := vm.Run(program, env)
	var placed *Error
	var fault *file.Error
	switch {
	case errors.As(err, &placed): // of a let
		return nil, placed
	case errors.As(err, &fault):
		return nil, errors.New(fault.Message)
	}
	return v, err
}

// Fill evaluates a template. One that is a single expression keeps the type of
// its result; any other gives a string.
func (t Template) Fill(env map[string]any) (any, error) {
	if len(t) == 1 && t[0].Code != nil {
		return t[0].Code.Run(env)
	}
	var b strings.Builder
	for _, part := range t {
		if part.Code == nil {
			b.WriteString(part.Text)
			continue
		}
		v, err := part.Code.Run(env)
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

// Take reads any argument as a template shows it; one that is absent is empty.
func (t *Text) Take(arg any) { *t = Text(text(arg)) }

// plain makes a value of an expression fit for JSON: times and durations as text.
func plain(v any) any {
	switch v := v.(type) {
	case time.Time, time.Duration:
		return text(v)
	}
	return v
}
