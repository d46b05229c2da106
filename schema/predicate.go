package schema

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// A Predicate is a predicate or a choice as written.
type Predicate struct {
	Node
	Is    Condition   // doesn't exist for a choice
	Rows  []ChoiceRow // of a choice
	Scope *expr.Scope // the names of its conditions
	Sound bool        // it has no faults

	of *expr.Predicate
}

// A ChoiceRow is a row of a choice as written.
type ChoiceRow struct {
	Node
	When Condition // doesn't exist if the row always holds
}

// Conditions returns its condition, or those of its rows.
func (p *Predicate) Conditions() []Condition {
	if p.Rows == nil {
		return []Condition{p.Is}
	}
	var all []Condition
	for _, row := range p.Rows {
		all = append(all, row.When)
	}
	return all
}

// Name returns the predicate's name in expressions.
func (p *Predicate) Name() string { return p.of.Name }

// compilePredicates compiles the predicates and choices of a rule set, each after those that it
// uses.
func (e *env) compilePredicates(predicates, choices Node) {
	all := map[string]*Predicate{}
	var names []string
	add := func(what, definition string, of Node) {
		for name, n := range of.Members() {
			if all[name] != nil {
				n.Report().Faultf(n.Label(), CheckForm, "%s: %s means something else already, want another name", what, name)
			} else if p := e.predicate(what, definition, name, n); p != nil {
				all[name] = p
				names = append(names, name)
				e.scope = e.scope.With(expr.Predicates(p.of))
			}
		}
	}
	add("predicate", "#Predicate", predicates)
	add("choice", "#Choice", choices)
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

// predicate reads a predicate; nil if its name is unusable.
func (e *env) predicate(what, definition, name string, n Node) *Predicate {
	_, value, _ := e.values(name)
	taken := append(e.declaredNames(), reserved...)
	if value || e.declares(name) || e.Library.Facts[name].Ask != nil {
		taken = append(taken, name)
	}
	if !checkName(n.Report(), n.Label(), what, name, taken) {
		return nil
	}
	before := n.Report().Faults()
	p := &Predicate{Node: n, of: &expr.Predicate{Name: name, Gives: reflect.TypeFor[bool]()}}
	if n.Is(definition) {
		p.of.Doc, _ = n.Field("doc").String()
		p.Is = conditionOf(n.Field("is"))
		p.of.Src = p.Is.text
		p.of.Docs = p.Is.docs(nil)
		if rows := n.Field("rows"); rows.Exists() {
			p.choice(rows)
		}
		for arg, typ := range n.Field("args").Members() {
			checkName(typ.Report(), typ.Label(), "args", arg, append(e.declaredNames(), reserved...))
			if typ.IncompleteKind() == cue.BottomKind || typ.IsConcrete() && typ.IncompleteKind() != cue.StructKind && typ.IncompleteKind() != cue.ListKind {
				typ.Faultf(CheckForm, "args: found %s, want a type: string, int, number, bool, [...], {...} or _", OneLine(typ.Value))
			}
			p.of.Params = append(p.of.Params, expr.Param{Name: arg, Type: shapeOf(typ.Value)})
		}
	}
	p.Sound = n.Report().Faults() == before
	return p
}

// choice reads the rows of a choice.
func (p *Predicate) choice(list Node) {
	var rows []expr.Row
	for _, n := range list.Items() {
		if !n.Is("#ChoiceRow") {
			continue
		}
		row := ChoiceRow{n, conditionOf(n.Field("when"))}
		value, _, err := data(n.Field("is").Value)
		if err != nil {
			n.Field("is").Faultf(CheckForm, "is: %w", err)
		}
		if last := len(p.Rows) - 1; last >= 0 && !p.Rows[last].When.Exists() {
			n.Faultf(CheckForm, "found a row after one that always holds, want that one at the end")
		}
		p.Rows = append(p.Rows, row)
		rows = append(rows, expr.Row{When: row.When.text, Value: value})
		for src, doc := range row.When.docs(nil) {
			if p.of.Docs == nil {
				p.of.Docs = map[string]string{}
			}
			p.of.Docs[src] = doc
		}
	}
	if last := len(p.Rows) - 1; last < 0 || p.Rows[last].When.Exists() {
		list.Faultf(CheckForm, "rows: found none that always holds, want one without when at the end")
	}
	p.of.Src, p.of.Gives = expr.Choice(rows)
}

// compilePredicate compiles the conditions of a predicate.
func (e *env) compilePredicate(p *Predicate) {
	before := p.Report().Faults()
	hidden := expr.ValuesOf(p.src.hiddenValues(p.src.packages[path.Dir(p.Written().File)]))
	p.Scope = e.scope.With(hidden, expr.Params(p.of))
	if p.Sound {
		for _, c := range p.Conditions() {
			(&texts{env: e, scope: p.Scope}).condition(c)
		}
		p.Sound = p.Report().Faults() == before
	}
	if p.Sound {
		p.of.Sound(p.Scope)
	}
	e.predicates = append(e.predicates, p)
}

// declaredNames returns the names of predicates, choices and sets of words.
func (e *env) declaredNames() (names []string) {
	for _, p := range e.predicates {
		names = append(names, p.Name())
	}
	return append(names, slices.Collect(maps.Keys(e.sets))...)
}
