package engine

import (
	"maps"
	"reflect"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/types"
)

// A Scope is the names that the expressions of one hook may use, with their
// types: event, the facts, settings, outcomes of named steps, and the hook's
// lets. It checks; Engine.Run binds the same names to values.
type Scope struct {
	tables Tables
	names  map[string]any // of conditions and templates: name to a value of its type, or a types.Map
	lets   []map[string]any
}

// NewScope returns the scope of a hook, and the faults of its lets by position
// in Hook.Let, which must be sorted (SortLets).
func NewScope(t Tables, p *Plan, shape *Shape, h *Hook) (*Scope, map[int]error) {
	s := &Scope{tables: t, names: baseNames(t, p, shape, h)}
	faults := map[int]error{}
	for i, let := range h.Let {
		s.lets = append(s.lets, maps.Clone(s.names))
		typ := reflect.TypeFor[any]()
		if program, err := s.check(let.Expr.Src, s.lets[i]); err != nil {
			faults[i] = err
		} else {
			typ = program
		}
		s.names[let.Name] = zeroFunc(nil, typ)
	}
	return s, faults
}

// baseNames are the names of a scope without lets.
func baseNames(t Tables, p *Plan, shape *Shape, h *Hook) map[string]any {
	names := map[string]any{"event": types.Map{}}
	if m, ok := shape.Type().(types.Map); ok {
		names["event"] = m
	}
	for name, f := range t.Facts {
		names[name] = reflect.Zero(f.Type).Interface()
	}
	names["settings"] = zeroFunc(nil, p.settingsShape().GoType())
	for _, r := range h.Rules {
		for _, step := range r.Do {
			if step.As != "" {
				names[step.As] = zeroFunc(nil, reflect.TypeFor[Outcome]())
			}
		}
	}
	return names
}

// settingsShape is the shape of what settings() returns.
func (p *Plan) settingsShape() *Shape {
	s := &Shape{Kind: "object", Fields: map[string]*Shape{}}
	for name, set := range p.Settings {
		s.Fields[name] = set.Shape
	}
	return s
}

// zeroFunc returns a nil function with the parameters given, a result and an error.
func zeroFunc(in []reflect.Type, out reflect.Type) any {
	return reflect.Zero(reflect.FuncOf(in, []reflect.Type{out, reflect.TypeFor[error]()}, false)).Interface()
}

// Names returns the names of the scope.
func (s *Scope) Names() []string {
	var names []string
	for n := range s.names {
		names = append(names, n)
	}
	return names
}

// Condition checks an expression that must be true or false. Its faults are
// SourceErrors.
func (s *Scope) Condition(src string) error {
	_, err := s.check(src, s.names, expr.AsBool())
	return err
}

// Template checks a text with ${…} in it. Its faults are SourceErrors.
func (s *Scope) Template(src string) error {
	t, err := parseTemplate(src)
	if err != nil {
		return err
	}
	for _, p := range t {
		if p.literal() {
			continue
		}
		if _, err := s.check(p.text, s.names); err != nil {
			if se, ok := err.(*SourceError); ok {
				se.Offset += p.offset
			}
			return err
		}
	}
	return nil
}

// check compiles src and returns the type of its result.
func (s *Scope) check(src string, names map[string]any, options ...expr.Option) (reflect.Type, error) {
	program, err := compile(src, names, options...)
	if err != nil {
		return nil, err
	}
	if err := checkOptions(src, s.tables.Facts); err != nil {
		return nil, err
	}
	return resultType(program), nil
}
