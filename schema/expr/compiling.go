package expr

import (
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
)

// compiled checks src and the options in its calls of facts, and compiles it. It returns nil if src
// has faults. The tree contains the data of values and the conditions of predicates.
func (s *Scope) compiled(src string, options ...expr.Option) (*compiledExpr, error) {
	e, captured := s.expand(src)
	names, shared := s.meanings(src, e.text)
	shared = shared && captured == nil
	sense := senseOf(src, e.text, len(options) > 0, names)
	if shared {
		if is := s.known.find(sense, names); is != nil {
			return is, s.naming(src, src, e.text)
		}
	}
	tree, typ, err := s.checked(src, expansion{text: src}, options...)
	switch {
	case err != nil:
		return nil, err
	case captured != nil:
		return nil, captured
	case e.from != nil:
		tree, typ, err = s.checked(src, e, options...)
	}
	if err != nil {
		return nil, err
	}
	is := &compiledExpr{src: src, expanded: e, names: names, tree: tree, typ: typ}
	if shared {
		s.known[sense] = append(s.known[sense], is)
	}
	return is, nil
}

// coded returns the code of an expression, compiled when it is first asked for: texts in templates,
// such as a rule's own reason, need none.
func (s *Scope) coded(is *compiledExpr) (code plan.Code, err error) {
	if is.code == nil {
		is.code, err = s.code(is.src, is.expanded)
	}
	return is.code, err
}

// naming records the values that some texts of an expression use.
func (s *Scope) naming(written string, texts ...string) error {
	for _, text := range texts {
		values, err := s.valuesIn(text)
		if err != nil {
			return err
		}
		for name, v := range values {
			s.named[name] = true
			s.open[written] = s.open[written] || v.Open
		}
	}
	return nil
}

// checked checks an expansion of an expression.
func (s *Scope) checked(written string, e expansion, options ...expr.Option) (ast.Node, *nature.Nature, error) {
	src := e.text
	values, err := s.valuesIn(src)
	if err != nil {
		return nil, nil, err
	}
	if err := s.naming(written, src); err != nil {
		return nil, nil, err
	}
	if err := s.checkCalled(src, values); err != nil {
		return nil, nil, err
	}
	if err := checkMethods(src); err != nil {
		return nil, nil, err
	}
	if err := checkSets(src, values); err != nil {
		return nil, nil, e.fault(err)
	}
	names := withTypes(s.without(src, read(src).used(s.typed)), values)
	tree, err := s.at.check(src, names, options...)
	if err != nil {
		return nil, nil, e.fault(s.inWords(src, values, err))
	}
	typ := tree.Nature()
	if carry := (carrier{s.facts}); carry.in(tree) {
		typed, err := s.at.check(src, names, append(options, expr.Patch(carry))...)
		if err != nil {
			return nil, nil, err
		}
		typ = typed.Nature()
	}
	e.place(written, tree)
	src = written
	tree = fill(tree, values, literal)
	if err := s.checkTexts(src, tree); err != nil {
		return nil, nil, err
	}
	tree = folded(tree)
	if err := checkPatterns(src, tree); err != nil {
		return nil, nil, err
	}
	return tree, typ, checkOptions(src, tree, s.facts, s.lets, s.marks)
}

// code compiles a checked expression, without Go types.
func (s *Scope) code(src string, e expansion) (plan.Code, error) {
	asked := s.predicates.callees(src)
	src = e.text
	values, err := s.valuesIn(src)
	if err != nil {
		return nil, err
	}
	code, err := s.at.compile(src, s.without(src, read(src).used(s.plain)), s.facts, values)
	if err != nil {
		return nil, e.fault(s.inWords(src, values, sourceError(src, err)))
	}
	if len(values) > 0 || len(asked) > 0 {
		s.used[string(code)] = Known{Values: data(values), predicates: asked}
	}
	return code, nil
}
