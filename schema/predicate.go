package schema

import (
	"path"
	"slices"
	"strings"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// A Predicate is one as it is written.
type Predicate struct {
	Node
	Is    Condition
	Scope *expr.Scope // the names of its condition
	Sound bool        // nothing was found wrong with it

	of *expr.Predicate
}

// Name is what expressions call it.
func (p *Predicate) Name() string { return p.of.Name }

// compilePredicates compiles the predicates of a rule set, each after those that it asks.
func (e *env) compilePredicates(n Node) {
	all := map[string]*Predicate{}
	var names []string
	for name, n := range n.Members() {
		if p := e.predicate(name, n); p != nil {
			all[name] = p
			names = append(names, name)
			e.scope = e.scope.With(expr.Predicates(p.of))
		}
	}
	var visit func(name string, path []string)
	visit = func(name string, path []string) {
		p := all[name]
		if i := slices.Index(path, name); i >= 0 {
			p.Report().Faultf(p.Label(), CheckForm, "predicates ask each other in a ring: %s", strings.Join(append(path[i:], name), ", "))
			p.Sound = false
			return
		}
		if slices.Contains(e.predicates, p) {
			return
		}
		for _, asked := range expr.Identifiers(p.of.Src) {
			if all[asked] != nil && !slices.ContainsFunc(p.of.Params, func(of expr.Param) bool { return of.Name == asked }) {
				visit(asked, append(path, name))
			}
		}
		if !slices.Contains(e.predicates, p) {
			e.compilePredicate(p)
		}
	}
	for _, name := range names {
		visit(name, nil)
	}
}

// predicate reads a predicate; nil if it has no name that expressions can call.
func (e *env) predicate(name string, n Node) *Predicate {
	_, value, _ := e.values(name)
	taken := append(e.called(), reserved...)
	if value || e.asked(name) || e.Library.Facts[name].Ask != nil {
		taken = append(taken, name)
	}
	if !named(n.Report(), n.Label(), "predicate", name, taken) {
		return nil
	}
	before := n.Report().Faults()
	p := &Predicate{Node: n, of: &expr.Predicate{Name: name}}
	if n.Is("#Predicate") {
		p.of.Doc, _ = n.Field("doc").String()
		p.Is = conditionOf(n.Field("is"))
		p.of.Src = p.Is.text
		p.of.Docs = p.Is.docs(nil)
		for arg, typ := range n.Field("args").Members() {
			named(typ.Report(), typ.Label(), "args", arg, append(e.called(), reserved...))
			if typ.IncompleteKind() == cue.BottomKind || typ.IsConcrete() && typ.IncompleteKind() != cue.StructKind && typ.IncompleteKind() != cue.ListKind {
				typ.Faultf(CheckForm, "args: found %s, want a type: string, int, number, bool, [...], {...} or _", OneLine(typ.Value))
			}
			p.of.Params = append(p.of.Params, expr.Param{Name: arg, Type: shapeOf(typ.Value)})
		}
	}
	p.Sound = n.Report().Faults() == before
	return p
}

// compilePredicate compiles the condition of a predicate, whose name expressions know.
func (e *env) compilePredicate(p *Predicate) {
	before := p.Report().Faults()
	hidden := expr.ValuesOf(p.src.hiddenValues(p.src.packages[path.Dir(p.Written().File)]))
	p.Scope = e.scope.With(hidden, expr.Params(p.of))
	if p.Sound {
		(&texts{env: e, scope: p.Scope}).condition(p.Is)
		p.Sound = p.Report().Faults() == before
	}
	if p.Sound {
		p.of.Sound(p.Scope)
	}
	e.predicates = append(e.predicates, p)
}

// called returns the names of the predicates.
func (e *env) called() (names []string) {
	for _, p := range e.predicates {
		names = append(names, p.Name())
	}
	return names
}
