package expr

import (
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// A Scope is the names that expressions may use, of vocabularies one over the other, and
// what was checked with them. The lets of a hook are added one by one.
type Scope struct {
	Vocabulary
	trees map[string]ast.Node // what was checked, by source
	lets  map[string]ast.Node // the same of lets, by name
}

// NewScope returns a scope of vocabularies. A name of a later one covers that of an
// earlier one.
func NewScope(of ...Vocabulary) *Scope {
	s := &Scope{Vocabulary: newVocabulary(), trees: map[string]ast.Node{}, lets: map[string]ast.Node{}}
	for _, v := range of {
		maps.Copy(s.typed, v.typed)
		maps.Copy(s.plain, v.plain)
		maps.Copy(s.facts, v.facts)
		s.marks = append(s.marks, v.marks...)
	}
	return s
}

// With returns a scope that has further vocabularies over those of this one.
func (s *Scope) With(more ...Vocabulary) *Scope {
	return NewScope(append([]Vocabulary{s.Vocabulary}, more...)...)
}

// Let compiles a let and adds its name to the scope, whether it compiles or not.
// Lets must come sorted (SortLets).
func (s *Scope) Let(l *plan.Let) error {
	tree, typ, err := s.check(l.Expr.Src)
	if err == nil {
		s.lets[l.Name] = tree
		l.Expr.Code, err = s.code(l.Expr.Src)
	}
	s.function(l.Name, nil, typ, false)
	return err
}

// Condition compiles an expression that must be true or false. Its faults are
// SourceErrors.
func (s *Scope) Condition(src string) (plan.Code, error) {
	tree, _, err := s.check(src, expr.AsBool())
	if err != nil {
		return nil, err
	}
	s.trees[src] = tree
	return s.code(src)
}

// Template compiles a text with ${…} in it. Its faults are SourceErrors.
func (s *Scope) Template(src string) (plan.Template, error) {
	pieces, err := split(src)
	if err != nil {
		return nil, err
	}
	var t plan.Template
	for _, p := range pieces {
		if p.Literal {
			t = append(t, plan.Part{Text: p.Text})
			continue
		}
		tree, _, err := s.check(p.Text)
		var code plan.Code
		if err == nil {
			s.trees[p.Text] = tree
			code, err = s.code(p.Text)
		}
		if se, ok := err.(*SourceError); ok {
			se.Offset += p.Offset
		}
		if err != nil {
			return nil, err
		}
		t = append(t, plan.Part{Code: code})
	}
	return t, nil
}

// Tree returns a condition, or an expression of a template, that was compiled here,
// as written and with its types; nil if it has faults.
func (s *Scope) Tree(src string) ast.Node { return s.trees[src] }

// LetTree is the same for a let.
func (s *Scope) LetTree(name string) ast.Node { return s.lets[name] }

// Fact returns the fact of a name, the zero Fact if there is none.
func (s *Scope) Fact(name string) engine.Fact { return s.facts[name] }

// Names returns the names of the scope.
func (s *Scope) Names() []string { return slices.Collect(maps.Keys(s.typed)) }

// check checks src, and the options of facts that it calls. It returns the tree as it
// was written, and the type of what it gives.
func (s *Scope) check(src string, options ...expr.Option) (ast.Node, reflect.Type, error) {
	typ := reflect.TypeFor[any]()
	tree, err := check(src, s.typed, options...)
	if err != nil {
		return nil, typ, err
	}
	if err := checkOptions(src, s.facts, s.marks); err != nil {
		return nil, typ, err
	}
	typed := tree
	if carry := (carrier{s.facts}); carry.in(tree) {
		if typed, err = check(src, s.typed, append(options, expr.Patch(carry))...); err != nil {
			return nil, typ, err
		}
	}
	if t := natureType(typed.Nature()); t != nil {
		typ = t
	}
	return tree, typ, nil
}

// code compiles what was checked, without Go types.
func (s *Scope) code(src string) (plan.Code, error) {
	program, err := expr.Compile(src, expr.Env(s.plain))
	if err != nil {
		return nil, sourceError(src, err)
	}
	code, err := plan.NewCode(program)
	if err != nil {
		return nil, &SourceError{Msg: err.Error()}
	}
	return code, nil
}
