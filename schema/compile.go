package schema

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// A Set is a rule set as it was compiled.
type Set struct {
	Plan     *plan.Plan
	Hooks    []Listed      // all of them, also those switched off, in the order they run
	Warnings []*plan.Error // what is allowed and probably not meant, in the order of their places
	Can      []Ability     // what its hooks do, in the order they run; not of those switched off

	Source  *Source
	Written []*Hook // its hooks, as they are written

	used  expr.Used
	named func(value string) bool // reports whether an expression names a value
}

// Parts takes an expression of the plan apart, with values for its names; see
// engine.Trace. What isn't of this plan is taken apart as far as its names go.
func (s *Set) Parts(x *plan.Expression, names map[string]any) engine.Finding {
	return expr.Parts(x.Src, names, s.used[string(x.Code)])
}

// Compile returns the rule set that layers make together: folders, or packs of the
// binary as rules.Path/NAME. If it fails, the error is a *multierror.Error with
// all faults, most of them an *plan.Error at its place, and the plan has its
// sources and, for plan.Plan.Closed, the hooks as far as they could be read.
func (s *Schema) Compile(layers ...string) (*Set, error) {
	src := s.Read(layers, false)
	set := &Set{Plan: &plan.Plan{Events: map[string]*plan.Agenda{}}, Source: src}
	set.Plan.Sources, set.Plan.Folders = src.watched()
	if src.Report.Faults() == 0 && wellFormed(src) {
		s.compile(set)
	}
	set.Warnings = src.Report.Warnings()
	return set, src.Report.Err()
}

// An env is what all hooks of a rule set share.
type env struct {
	*Schema
	plan   *plan.Plan // its settings, marks, tables and stores
	report *Report
	values expr.Values
	scope  *expr.Scope       // the names of these, and the facts
	paths  map[string]string // of tables' files, as they are written
	rows   map[string]Node   // of tables that have them in the rules
	bases  map[string]base   // where stores are, as it is written
	marks  map[string]Node   // those without faults
	placed []string          // facts that places of tables, stores and marks ask
}

// compile fills in the plan of a set, and what is told of it.
func (s *Schema) compile(set *Set) {
	root, p := set.Source.Root, set.Plan
	e := &env{Schema: s, plan: p, report: set.Source.Report, values: set.Source.publicValues()}
	p.Settings = settings(root.Field("settings"))
	p.Log = e.logging(root.Field("log"))
	p.Timeout = timeout(root.Field("timeout"))
	e.scope = expr.NewScope(expr.Settings(p), expr.Facts(s.Library.Facts), expr.ValuesOf(e.values))
	p.Marks, e.marks = e.compileMarks(root.Field("marks"))
	e.compileTables(root.Field("tables"))
	e.compileStores(root.Field("stores"))
	e.scope = e.scope.With(expr.Tables(p.Tables), expr.Queries(p.Stores), expr.Marks(p.Marks))
	e.clashes(root)
	set.used, set.named = e.scope.Used(), e.scope.Named
	set.Written = e.hooks(root.Field("hooks"))
	misspelt(set.Source, e.scope)
	for _, h := range inOrder(set.Written) {
		for _, b := range h.Bindings {
			e.place(b)
			set.Can = e.abilities(set.Can, b)
			h.Listed.Stores = b.Hook.Stores
		}
		set.Hooks = append(set.Hooks, h.Listed)
	}
}
