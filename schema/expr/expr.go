// Package expr checks conditions and templates and compiles them for a plan.
//
// It is the author's half of what package plan runs: what an expression may name
// (vocabulary.go, scope.go), and of which type that is (types.go), the order of lets
// (let.go), where templates have expressions (template.go).
//
// Each expression is checked with types, to find its faults, and compiled without, so
// that a plan depends on no Go type. One pass can't do both: code that is made with
// types takes the fields of facts by their numbers in a Go struct.
//
// Data of the rule set is a constant (value.go): types are checked with its name in its
// place, then the data stands there (fill.go), so that proofs and code know nothing of
// values. Code reads a list when it comes to it.
//
// A predicate is put in the place of its call as text (predicate.go), by the tokens of expr's
// own lexer, before anything else is done with an expression: what the call is given stands
// where the predicate has its arguments, or is kept by let where it would be worked out
// twice or its # would mean another item. A call is checked with types as it is written
// first, so that a fault in what it is given is said of that.
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

// A SourceError is a fault in the text of an expression or template, Offset
// bytes from its start.
type SourceError struct {
	Offset int
	Msg    string
	// Known are the names that may stand where Name does, if What is given: what
	// the name should be one of.
	What, Name string
	Known      []string
	// Meant is what Name is to be without any doubt, which is no question of names then; nil if
	// that can't be told.
	Meant []string
	// Of is the predicate whose condition the fault is in, as it is called at Offset; ""
	// for none.
	Of string

	src string // the expression
	at  int    // bytes from its start
}

func (e *SourceError) Error() string { return e.Msg }

// check checks an expression with the names given, and returns as much of it as is come
// to, as it was written, with its types.
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

// configured returns a configuration with names. A name stands for a value of its type or for
// a types.Type, which expr takes as such from a types.Map alone.
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

// plain returns a configuration whose tables nobody changes but that of functions.
var plain = sync.OnceValue(conf.CreateNew)

// compile compiles an expression that was checked, with names that have no Go types,
// with facts among them, and with the data of values.
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

// A patcher is a function that is given each node of a tree, after those below it.
type patcher func(*ast.Node)

// Visit implements ast.Visitor.
func (p patcher) Visit(n *ast.Node) { p(n) }

// A storage keeps the lists and objects among values for code, which has calls of
// functions in their places (plan.DataName), and the patterns (plan.MatchName).
type storage struct {
	config   *conf.Config
	data     []any
	places   map[string]int  // in data, by DataName
	sets     map[string]bool // of words, by WordsName
	patterns []ecma.Program
}

func (s *storage) write(data any) ast.Node {
	switch data := data.(type) {
	case *Words:
		name := plan.WordsName(len(s.data))
		s.sets[name] = true
		s.data = append(s.data, data.Text())
		return s.call(name, reflect.TypeFor[func() any]()) // which match puts in the place of matches
	case []any, map[string]any:
		name := plan.DataName(len(s.data))
		s.places[name] = len(s.data)
		s.data = append(s.data, data)
		return s.call(name, reflect.TypeFor[func() any]())
	}
	return literal(data)
}

// call returns a call of a function that code has.
func (s *storage) call(name string, typ reflect.Type, args ...ast.Node) ast.Node {
	s.config.Functions[name] = &builtin.Function{Name: name, Func: unknownData, Types: []reflect.Type{typ}}
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args}
}

// ready puts what facts make of data (Fact.Ready) in the place of the data.
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
		*arg = placed(&ast.ConstantNode{Value: plan.Ready{Made: text, Written: brief(data)}}, (*arg).Location())
	}))
	return err
}

// take returns the data that stands at a node, which code then needs no more.
func (s *storage) take(n ast.Node) (data any, ok bool) {
	if !s.stands(n) {
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

// stands reports whether a node is data that is written down.
func (s *storage) stands(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ArrayNode:
		return !slices.ContainsFunc(n.Nodes, func(n ast.Node) bool { return !s.stands(n) })
	case *ast.MapNode:
		return !slices.ContainsFunc(n.Pairs, func(n ast.Node) bool { return !s.stands(n) })
	case *ast.PairNode:
		_, named := n.Key.(*ast.StringNode)
		return named && s.stands(n.Value)
	case *ast.StringNode, *ast.IntegerNode, *ast.BoolNode:
		return true
	}
	_, ok := s.places[callee(n)]
	return ok
}

// callee returns the name of what a node calls, "" if that has none.
func callee(n ast.Node) string {
	if call, ok := n.(*ast.CallNode); ok {
		if name, ok := call.Callee.(*ast.IdentifierNode); ok {
			return name.Value
		}
	}
	return ""
}

// maxBrief bounds what is kept of data that something was made of, bytes.
const maxBrief = 200

// brief is data as JSON, for people.
func brief(data any) string {
	text := string(files.JSON(data))
	if len(text) > maxBrief {
		return string(files.JSON(strings.ToValidUTF8(text[:maxBrief], "") + "…"))
	}
	return text
}

// unknownData stands for such a function; code has its own.
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

// byteOffset is where the n-th character of s starts.
func byteOffset(s string, n int) int {
	offset := 0
	for range n {
		_, size := utf8.DecodeRuneInString(s[offset:])
		offset += size
	}
	return offset
}
