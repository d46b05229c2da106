// Package expr checks conditions and templates and compiles them for a plan.
//
// It is the author's time of package engine: what an expression may name and of
// which type it is (scope.go, types.go), the order of lets (let.go), where
// templates have expressions (template.go). Each expression is compiled twice:
// with types, to find its faults; and without, to store it (package code), so
// that a plan depends on no Go type.
package expr

import (
	"errors"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// A SourceError is a fault in the text of an expression or template, Offset
// bytes from its start.
type SourceError struct {
	Offset int
	Msg    string
	// Known are the names that may stand where Name does, if What is given: what
	// the name should be one of.
	What, Name string
	Known      []string

	src string // the expression
	at  int    // bytes from its start
}

func (e *SourceError) Error() string { return e.Msg }

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
	at := byteOffset(src, fe.From)
	return nil, &SourceError{Offset: at, Msg: fe.Message, src: src, at: at}
}

// store compiles src to its stored form.
func store(src string, names map[string]any) (plan.Code, error) {
	p, err := compile(src, names)
	if err != nil {
		return nil, err
	}
	data, err := plan.NewCode(p)
	if err != nil {
		return nil, &SourceError{Msg: err.Error()}
	}
	return data, nil
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
