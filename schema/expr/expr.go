// Package expr checks conditions and templates and compiles them for a plan.
//
// It is the author's half of what package plan runs: what an expression may name
// (vocabulary.go, scope.go), and of which type that is (types.go), the order of lets
// (let.go), where templates have expressions (template.go).
//
// Each expression is checked with types, to find its faults, and compiled without, so
// that a plan depends on no Go type. One pass can't do both: code that is made with
// types takes the fields of facts by their numbers in a Go struct.
package expr

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
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

// check checks an expression with the names given, and returns it as it was written,
// with its types.
func check(src string, names map[string]any, options ...expr.Option) (ast.Node, error) {
	if strings.TrimSpace(src) == "" {
		return nil, &SourceError{Msg: "found no expression, want one"}
	}
	config := conf.CreateNew()
	for _, option := range append(options, expr.Env(names)) {
		option(config)
	}
	config.Check()
	tree, err := checker.ParseCheck(src, config)
	if err != nil {
		return nil, sourceError(src, err)
	}
	return tree.Node, nil
}

func sourceError(src string, err error) error {
	var fe *file.Error
	if !errors.As(err, &fe) {
		return &SourceError{Msg: err.Error()}
	}
	at := byteOffset(src, fe.From)
	return &SourceError{Offset: at, Msg: fe.Message, src: src, at: at}
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
