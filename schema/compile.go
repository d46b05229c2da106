package schema

import (
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
	"cuelang.org/go/cue"
)

// A Set is a compiled rule set, or one scope of it.
type Set struct {
	Plan     *plan.Plan
	Hooks    []Listed      // all hooks, including disabled ones, in the order they run
	Warnings []*plan.Error // faults that are allowed but probably not meant, sorted by place
	Can      []Ability     // abilities of its enabled hooks, in the order they run

	Source *Source
	// Predicates are listed as written, each after those it uses.
	Predicates []*Predicate
	Written    []*Hook // its hooks as written; each scope of a rule set has its own
	// Scopes are the parts of a rule set: the author's own rules, then packs.
	Scopes []*Set

	used  expr.Used
	named func(value string) bool // reports whether an expression names a value

	key   string // digest of the sources of a pack's scope (part.go)
	clear bool   // vet found nothing in it (Schema.Clear)
	kept  bool   // it was restored from a kept part (part.go), so Written is empty
	// known says what is known about code of a kept part, which is then compiled once more.
	known func(code plan.Code) (expr.Known, bool)
	said  map[string]map[string]any // what its clauses say, nil until asked
}

// Parts splits an expression of the plan into its parts, with values for its names; see
// engine.Trace. An expression of another plan is split as far as the given names suffice.
func (s *Set) Parts(x *plan.Expression, names map[string]any) engine.Finding {
	known, _ := s.knows(x)
	return expr.Parts(x.Src, names, known)
}

// Has reports whether an expression is of this set's plan.
func (s *Set) Has(x *plan.Expression) bool {
	_, ok := s.knows(x)
	return ok
}

// knows returns what was known when an expression was compiled, if it is of this set.
func (s *Set) knows(x *plan.Expression) (known expr.Known, ok bool) {
	for _, scope := range append([]*Set{s}, s.Scopes...) {
		if known, ok = scope.used[string(x.Code)]; !ok && scope.known != nil {
			known, ok = scope.known(x.Code)
		}
		if ok {
			return known, true
		}
	}
	return expr.Known{}, false
}

// Compile compiles the rule set that layers form together: folders, or packs of the binary as
// rules.Path/NAME. If it fails, the error is a *multierror.Error of all faults, most of them
// a *plan.Error with its place. The plan then has its sources and, for plan.Plan.Closed, the
// hooks that could be read.
func (s *Schema) Compile(layers ...string) (*Set, error) {
	src := s.read(layers, false)
	set := &Set{Plan: &plan.Plan{Events: map[string]*plan.Agenda{}, Untrusted: src.Untrusted}, Source: src}
	set.Plan.Sources, set.Plan.Folders = src.watched()
	if src.Report.Faults() == 0 {
		s.compileScopes(set)
	}
	set.Warnings = src.Report.Warnings()
	return set, src.Report.Err()
}

// An env holds what all hooks of a scope share.
type env struct {
	*Schema
	plan   *plan.Plan // its settings, marks, tables and stores
	report *Report
	values expr.Values
	scope  *expr.Scope       // names of values and facts
	paths  map[string]string // of tables' files, as written
	rows   map[string]Node   // of tables whose rows are in the rules
	bases  map[string]base   // locations of stores, as written
	marks  map[string]Node   // those without faults
	// Each predicate comes after those it uses.
	predicates []*Predicate
	sets       map[string]*expr.Words
	placed     []string // facts used in the locations of tables, stores and marks
	carried    carried
}

// compile unifies and compiles one scope.
func (s *Schema) compile(src *Source) *Set {
	set := &Set{Plan: &plan.Plan{Events: map[string]*plan.Agenda{}}, Source: src}
	if src.unify(); src.Report.Faults() > 0 || !wellFormed(src) {
		return set
	}
	root, p := src.Root, set.Plan
	e := &env{Schema: s, plan: p, report: src.Report, values: src.Root.values(func(name string) (cue.Selector, bool) {
		return cue.Str(name), !slices.Contains(ownFields, name) && validName.MatchString(name)
	})}
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
	for _, h := range slices.SortedStableFunc(slices.Values(set.Written), func(a, b *Hook) int { return a.Listed.position.compare(b.Listed.position) }) {
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
