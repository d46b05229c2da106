package schema

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// A Set is a rule set as it was compiled, or one scope of it.
type Set struct {
	Plan     *plan.Plan
	Hooks    []Listed      // all of them, also those switched off, in the order they run
	Warnings []*plan.Error // what is allowed and probably not meant, in the order of their places
	Can      []Ability     // what its hooks do, in the order they run; not of those switched off

	Source *Source
	// Predicates are as they are written, each after those that it asks.
	Predicates []*Predicate
	Written    []*Hook // its hooks, as they are written; of a rule set each scope has its own
	// Scopes are what a rule set was put together of: the author's own rules, then packs.
	Scopes []*Set

	used  expr.Used
	named func(value string) bool // reports whether an expression names a value

	key  string                    // what a pack's scope was made of (part.go)
	kept bool                      // it was not compiled but kept (part.go), and nothing is Written
	said map[string]map[string]any // what its clauses say, as far as they are not a pack's
}

// Parts takes an expression of the plan apart, with values for its names; see
// engine.Trace. What isn't of this plan is taken apart as far as its names go.
func (s *Set) Parts(x *plan.Expression, names map[string]any) engine.Finding {
	for _, scope := range s.Scopes {
		if used, ok := scope.used[string(x.Code)]; ok {
			return expr.Parts(x.Src, names, used)
		}
	}
	return expr.Parts(x.Src, names, s.used[string(x.Code)])
}

// Compile returns the rule set that layers make together: folders, or packs of the
// binary as rules.Path/NAME. If it fails, the error is a *multierror.Error with
// all faults, most of them an *plan.Error at its place, and the plan has its
// sources and, for plan.Plan.Closed, the hooks as far as they could be read.
func (s *Schema) Compile(layers ...string) (*Set, error) {
	src := s.read(layers, false)
	set := &Set{Plan: &plan.Plan{Events: map[string]*plan.Agenda{}, Untrusted: src.Untrusted}, Source: src}
	set.Plan.Sources, set.Plan.Folders = src.watched()
	if src.Report.Faults() == 0 {
		s.apart(set)
	}
	set.Warnings = src.Report.Warnings()
	return set, src.Report.Err()
}

// An env is what all hooks of a scope share.
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
	// The predicates, each after those that it asks.
	predicates []*Predicate
	sets       map[string]*expr.Words
	placed     []string // facts that places of tables, stores and marks ask
	carried    carried
}

// compile compiles one scope, which has been unified. Hooks names those that packs have.
func (s *Schema) compile(src *Source) *Set {
	set := &Set{Plan: &plan.Plan{Events: map[string]*plan.Agenda{}}, Source: src}
	if src.unify(); src.Report.Faults() > 0 || !wellFormed(src) {
		return set
	}
	root, p := src.Root, set.Plan
	e := &env{Schema: s, plan: p, report: src.Report, values: src.publicValues()}
	p.Settings = settings(root.Field("settings"))
	p.Log = e.logging(root.Field("log"))
	p.Timeout = timeout(root.Field("timeout"))
	if mode := root.Field("mode"); mode.Exists() {
		mode.Is("#HookMode")
	}
	e.scope = expr.NewScope(expr.Settings(p), expr.Facts(s.Library.Facts), expr.ValuesOf(e.values))
	p.Marks, e.marks = e.compileMarks(root.Field("marks"))
	e.compileTables(root.Field("tables"))
	e.compileStores(root.Field("stores"))
	e.scope = e.scope.With(expr.Tables(p.Tables), expr.Queries(p.Stores), expr.Marks(p.Marks))
	e.lexicons(root.Field("lexicons"))
	e.compilePredicates(root.Field("predicates"), root.Field("choices"))
	e.clashes(root)
	set.Predicates = e.predicates
	set.used, set.named = e.scope.Used(), e.scope.Named
	set.Written = e.hooks(root.Field("hooks"))
	misspelt(src, e.scope)
	for _, name := range []string{"decisions", "inputs", "maxBytes", "maxDays"} {
		if n := root.Field("log", name); src.Pack != "" && n.Exists() {
			src.Report.Faultf(n.Label(), CheckForm, "log: found %[1]s under a pack, want it at the top, log: %[1]s: …: one log has the decisions of all", name)
		}
	}
	if n := root.Field(packsField); n.Exists() {
		src.Report.Faultf(n.Label(), CheckForm, "packs: found them in a package that others take, want them in files of the rule set itself")
	}
	for _, h := range inOrder(set.Written) {
		for _, b := range h.Bindings {
			e.place(b)
			set.Can = e.abilities(set.Can, b)
			h.Listed.Stores = b.Hook.Stores
		}
		set.Hooks = append(set.Hooks, h.Listed)
	}
	set.Can = append(set.Can, e.carried.abilities()...)
	return set
}
