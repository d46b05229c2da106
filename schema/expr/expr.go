// Package expr checks conditions and templates and compiles them for a plan.
//
// It is the author's half of what package plan runs: the names that an expression may use
// (vocabulary.go, scope.go), their types (types.go), what is compiled once for all that mean the same
// (compiling.go, sense.go), the order of lets (let.go), the expressions in templates (template.go).
//
// Each expression is checked with types, to find faults, and compiled without them, so that a plan
// doesn't depend on Go types. One pass can't do both: with types, the compiler addresses the fields
// of facts by their index in a Go struct.
//
// Data of the rule set is a constant (value.go). Types are checked while its name is in place; then
// the data replaces the name (fill.go), so that proofs and code need not know about values. Code
// decodes a list when it is first needed.
//
// A predicate replaces its call textually (predicate.go), by the tokens of expr's own lexer, before
// anything else is done with an expression. The call's arguments replace the predicate's
// parameters. An argument is bound by let instead if it would be evaluated twice or if its # would
// refer to another item. A call is first checked as written, so that a fault in an argument is
// placed there.
package expr

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"bcrules.dev/engine"
	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
)

// A SourceError is a fault in the text of an expression or template, Offset bytes from its
// start.
type SourceError struct {
	Offset int
	Msg    string
	// If What is set, Name should be one of Known, the known names of that kind.
	What, Name string
	Known      []string
	// Meant is what Name should certainly be, for faults that aren't about unknown names; nil if
	// unknown.
	Meant []string
	// Of is the predicate called at Offset, if its condition has the fault; "" for none.
	Of string

	src string // the expression
	at  int    // bytes from its start
}

func (e *SourceError) Error() string { return e.Msg }

// check checks an expression with the given names. It returns the tree, with types, of the parts
// that are reached at the moment.
func (m moment) check(src string, names map[string]any, options ...expr.Option) (ast.Node, error) {
	if strings.TrimSpace(src) == "" {
		return nil, &SourceError{Msg: "found no expression, want one"}
	}
	config := configured(names)
	for _, option := range options {
		option(config)
	}
	config.Check()
	tree, err := parser.ParseWithConfig(src, config)
	if err != nil {
		return nil, sourceError(src, err)
	}
	tree.Node = m.live(tree.Node)
	unhide := hidePatterns(tree.Node)
	_, err = new(checker.Checker).PatchAndCheck(tree, config)
	unhide()
	if err != nil {
		return nil, sourceError(src, err)
	}
	return tree.Node, nil
}

// configured returns a configuration with names. A name has a value of its type, or a types.Type,
// which expr accepts only in a types.Map.
func configured(names map[string]any) *conf.Config {
	config := *plain()
	config.Functions = conf.FunctionsTable{}
	typed, values := map[string]types.Type{}, make(map[string]any, len(names))
	for name, v := range names {
		if t, ok := v.(types.Type); ok {
			typed[name] = t
		} else {
			values[name] = v
		}
	}
	config.WithEnv(values)
	for name, t := range typed {
		config.Env.Fields[name] = t.Nature()
	}
	return &config
}

// plain returns the base configuration. Callers may change its functions, but no other table.
var plain = sync.OnceValue(conf.CreateNew)

// compile compiles a checked expression, with names that have no Go types, including facts, and
// with the data of values.
func (m moment) compile(src string, names map[string]any, facts map[string]engine.Fact, values map[string]Value) (plan.Code, error) {
	config := configured(names)
	config.Check()
	tree, err := parser.ParseWithConfig(src, config)
	if err != nil {
		return nil, err
	}
	stored := &storage{config: config, places: map[string]int{}, sets: map[string]bool{}}
	tree.Node = folded(fill(m.live(tree.Node), values, stored.write))
	if err := stored.ready(src, &tree.Node, facts); err != nil {
		return nil, err
	}
	seek(&tree.Node, facts)
	if err := stored.match(src, &tree.Node); err != nil {
		return nil, err
	}
	if _, err := new(checker.Checker).PatchAndCheck(tree, config); err != nil {
		return nil, err
	}
	if err := optimizer.Optimize(&tree.Node, config); err != nil {
		return nil, err
	}
	program, err := compiler.Compile(tree, config)
	if err != nil {
		return nil, err
	}
	code, err := plan.NewCode(program, stored.patterns, stored.data...)
	if err != nil {
		err = &SourceError{Msg: err.Error()}
	}
	return code, err
}

// A patcher is called with each node of a tree, children first.
type patcher func(*ast.Node)

// Visit implements ast.Visitor.
func (p patcher) Visit(n *ast.Node) { p(n) }

// A storage collects the data that code refers to: the lists and objects of values, which code gets
// by calls of functions (plan.DataName), and the patterns (plan.MatchName).
type storage struct {
	config   *conf.Config
	data     []any
	places   map[string]int  // indexes in data, by DataName
	sets     map[string]bool // of words, by WordsName
	patterns []ecma.Program
}

func (s *storage) write(data any) ast.Node {
	switch data := data.(type) {
	case *Words:
		name := plan.WordsName(len(s.data))
		s.sets[name] = true
		s.data = append(s.data, data.Text())
		return s.call(name, reflect.TypeFor[func() any]()) // where matches uses it, match replaces the call
	case []any, map[string]any:
		name := plan.DataName(len(s.data))
		s.places[name] = len(s.data)
		s.data = append(s.data, data)
		return s.call(name, reflect.TypeFor[func() any]())
	}
	return literal(data)
}

// call returns a call of a function that code provides.
func (s *storage) call(name string, typ reflect.Type, args ...ast.Node) ast.Node {
	s.config.Functions[name] = &builtin.Function{Name: name, Func: unknownData, Types: []reflect.Type{typ}}
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args}
}

// ready replaces data by the form that a fact prepares from it at compile time (Fact.Ready).
func (s *storage) ready(src string, tree *ast.Node, facts map[string]engine.Fact) (err error) {
	ast.Walk(tree, visitor(func(n ast.Node) {
		call, _ := n.(*ast.CallNode)
		fact := facts[callee(n)]
		i := fact.ReadyAt()
		if i < 0 || i >= len(call.Arguments) {
			return
		}
		arg := &call.Arguments[i]
		data, ok := s.take(*arg)
		if !ok {
			return
		}
		text, fault := fact.Ready(data)
		if fault != nil && err == nil {
			err = &SourceError{Offset: byteOffset(src, (*arg).Location().From), Msg: callee(n) + ": " + fault.Error()}
		}
		*arg = withLocation(&ast.ConstantNode{Value: plan.Ready{Made: text, Written: brief(data)}}, (*arg).Location())
	}))
	return err
}

// take removes the data at a node from the storage and returns it.
func (s *storage) take(n ast.Node) (data any, ok bool) {
	if !s.isLiteral(n) {
		return nil, false
	}
	switch n := n.(type) {
	case *ast.ArrayNode:
		list := []any{}
		for _, item := range n.Nodes {
			data, _ := s.take(item)
			list = append(list, data)
		}
		return list, true
	case *ast.MapNode:
		m := map[string]any{}
		for _, p := range n.Pairs {
			pair := p.(*ast.PairNode)
			m[pair.Key.(*ast.StringNode).Value], _ = s.take(pair.Value)
		}
		return m, true
	case *ast.StringNode:
		return n.Value, true
	case *ast.IntegerNode:
		return n.Value, true
	case *ast.BoolNode:
		return n.Value, true
	}
	i := s.places[callee(n)]
	data, s.data[i] = s.data[i], nil
	return data, true
}

// isLiteral reports whether a node is literal data.
func (s *storage) isLiteral(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ArrayNode:
		return !slices.ContainsFunc(n.Nodes, func(n ast.Node) bool { return !s.isLiteral(n) })
	case *ast.MapNode:
		return !slices.ContainsFunc(n.Pairs, func(n ast.Node) bool { return !s.isLiteral(n) })
	case *ast.PairNode:
		_, named := n.Key.(*ast.StringNode)
		return named && s.isLiteral(n.Value)
	case *ast.StringNode, *ast.IntegerNode, *ast.BoolNode:
		return true
	}
	_, ok := s.places[callee(n)]
	return ok
}

// callee returns the name of the function that a node calls, "" if there is none.
func callee(n ast.Node) string {
	if call, ok := n.(*ast.CallNode); ok {
		if name, ok := call.Callee.(*ast.IdentifierNode); ok {
			return name.Value
		}
	}
	return ""
}

// maxBrief limits how much is kept of data that a fact has prepared, in bytes.
const maxBrief = 200

// brief returns data as JSON for people, cut if it is long.
func brief(data any) string {
	text := string(files.JSON(data))
	if len(text) > maxBrief {
		return string(files.JSON(strings.ToValidUTF8(text[:maxBrief], "") + "…"))
	}
	return text
}

// unknownData is a stand-in; code provides the function itself.
func unknownData(...any) (any, error) { return nil, nil }

func sourceError(src string, err error) error {
	var fe *file.Error
	if own := new(SourceError); errors.As(err, &own) {
		return own
	}
	if !errors.As(err, &fe) {
		return &SourceError{Msg: err.Error()}
	}
	at := byteOffset(src, fe.From)
	return &SourceError{Offset: at, Msg: fe.Message, src: src, at: at}
}

// byteOffset returns the offset of the n-th character of s, in bytes.
func byteOffset(s string, n int) int {
	offset := 0
	for range n {
		_, size := utf8.DecodeRuneInString(s[offset:])
		offset += size
	}
	return offset
}
