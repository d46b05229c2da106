package vet

import (
	"iter"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"

	cueast "cuelang.org/go/cue/ast"
	cueliteral "cuelang.org/go/cue/literal"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// A Subject is a scope of a rule set, or the whole rule set, as checks see it.
type Subject struct {
	Schema *schema.Schema
	Set    *schema.Set
	Whole  *schema.Set   // the rule set that the scope belongs to
	Hooks  []*Hook       // enabled and without faults
	beside []*schema.Set // scopes of packs that vet doesn't look into, which have no faults

	judged   []finding // findings about predicates
	budget   *prove.Budget
	unproved []schema.Place // conditions for which the proof budget was too small
}

// A Hook is a hook without faults.
type Hook struct {
	*schema.Hook
	Bindings []*Binding // at least one

	expressions []expression
	literals    []literal
	misspelt    []finding // comparisons with a misspelt text
	judged      []finding // findings about its conditions
}

// A Binding is a hook at one of its events, with the meaning of its conditions there.
type Binding struct {
	*schema.Binding
	names *prove.Scope

	by    prove.Prop // the event's name
	known []known    // known texts of compared fields and facts
	match prove.Prop // the matcher
	when  prove.Prop // the hook's condition
	rules []row
}

// A row is a rule of a binding, or the hook itself, as far as conditions matter.
type row struct {
	scope *expr.Scope // the names in its conditions
	names *prove.Scope
	match prove.Prop // that of its own and the hook's matchers together
	own   string     // the narrower matcher
	when  prove.Prop // its condition
	holds prove.Prop // its condition and its own matcher together
	each  bool       // it runs for the items of a list, so nothing follows if it doesn't hold
}

// fails returns what is known if a row doesn't hold.
func (r row) fails() prove.Prop {
	if r.each {
		return prove.Always()
	}
	return prove.Not(r.holds)
}

// steps returns the actions that the rule at i of a hook may run at the event.
func (b *Binding) steps(h *Hook, i int) []schema.Step {
	if len(b.Hook.Rules[i].Do) == 0 {
		return nil
	}
	return h.Rules[i].Steps
}

// A taking is an action of a rule at one of its hook's events.
type taking struct {
	hook *Hook
	b    *Binding
	rule int // index
	step schema.Step
}

// takings yields the actions of hooks.
func takings(hooks ...*Hook) iter.Seq[taking] {
	return func(yield func(taking) bool) {
		for _, h := range hooks {
			for _, b := range h.Bindings {
				for i := range h.Rules {
					for _, step := range b.steps(h, i) {
						if !yield(taking{h, b, i, step}) {
							return
						}
					}
				}
			}
		}
	}
}

// hook returns the hook itself as a row.
func (b *Binding) hook() row {
	return row{scope: b.Scope, names: b.names, match: b.match, own: b.Hook.Match, holds: b.when}
}

// row returns the rule at i as a row.
func (b *Binding) row(share *prove.Budget, h *Hook, i int) row {
	rule, p := h.Rules[i], b.Hook.Rules[i]
	r := row{scope: b.Binding.Rules[i], match: b.match, own: b.Hook.Match, each: p.Each != nil}
	r.names = &prove.Scope{Lets: b.names.Lets, Outcomes: b.names.Outcomes, Items: maps.Clone(b.names.Items), Fits: r.scope.Fits, Within: r.scope.Within}
	if p.Each != nil {
		r.names.Items[p.Each.Name] = "@" + strconv.Itoa(i)
	}
	r.when = prove.And(r.prop(share, p.When, rule.When), b.items(share, r, p))
	r.holds = r.when
	if p.Match != "" {
		own := b.matched(p.Match, rule.Field("match"))
		r.match, r.own = prove.And(b.match, own), p.Match
		r.holds = prove.And(r.holds, own)
	}
	return r
}

// items returns what is known of the items that the rule, or its hook, is run for.
func (b *Binding) items(share *prove.Budget, r row, rule plan.Rule) prove.Prop {
	known := prove.Always()
	for _, each := range []*plan.Each{b.Hook.Each, rule.Each} {
		if each != nil {
			known = prove.And(known, r.names.Item(share, each.Name, r.scope.Tree(each.Expr.Src), r.scope.Open(each.Expr.Src)))
		}
	}
	return known
}

// prop returns a condition as a proposition about the row's names; Always if there is none.
func (r row) prop(share *prove.Budget, x *plan.Expression, when schema.Condition) prove.Prop {
	if x == nil {
		return prove.Always()
	}
	return r.names.Prop(share, r.scope.Tree(x.Src), when.Open() || r.scope.Open(x.Src))
}

// A finding is a defect at a place, to be reported.
type finding struct {
	at    schema.Place
	check string
	text  string
	mild  bool // a warning is enough, as it may be intended

	found string   // the wrong text, at the place or within it
	meant []string // as in schema.Mistake
}

// instead returns the finding with the likely replacements of a wrong text.
func (f finding) instead(found string, meant ...string) finding {
	f.found, f.meant = found, meant
	return f
}

// say reports a finding, unless it is zero.
func (f finding) say(r *schema.Report) {
	if f.text == "" {
		return
	}
	if f.mild {
		r.Warnf(f.at, f.check, "%s", f.text)
	} else {
		r.Faultf(f.at, f.check, "%w", schema.Mistaken(f.found, f.meant, "%s", f.text))
	}
}

func newSubject(of *schema.Schema, set, whole *schema.Set) *Subject {
	s := &Subject{Schema: of, Set: set, Whole: whole, budget: prove.NewBudget()}
	s.predicates()
	for _, written := range set.Written {
		if !written.Sound || len(written.Bindings) == 0 {
			continue
		}
		h := &Hook{Hook: written}
		for _, binding := range written.Bindings {
			h.Bindings = append(h.Bindings, newBinding(h, binding))
		}
		h.read()
		for _, x := range h.expressions {
			x.binding.learn(of, x)
		}
		h.misspelt = misspellings(of, h)
		s.judge(h)
		s.Hooks = append(s.Hooks, h)
	}
	return s
}

// join adds the subject of a scope, or the scope itself if vet doesn't look into it.
func (s *Subject) join(scope *schema.Set, of *Subject) {
	if of.Set == nil {
		s.beside = append(s.beside, scope)
	}
	s.Hooks, s.unproved = append(s.Hooks, of.Hooks...), append(s.unproved, of.unproved...)
}

// own reports whether a position lies in a file of the rule set itself, not in an embedded pack.
func (s *Subject) own(at plan.Pos) bool {
	return slices.ContainsFunc(s.Set.Source.Layers, func(l schema.Layer) bool {
		return path.Dir(filepath.ToSlash(at.File)) == filepath.ToSlash(l.Dir)
	})
}

// given returns where an author gave a pack the text that is at fault there. It returns the place
// itself if that is the author's own, or if several texts of the author's are equal.
func (s *Subject) given(at schema.Place, text string) schema.Place {
	if at.Pos.File == "" || s.own(at.Pos) {
		return at
	}
	var places []plan.Pos
	for _, layer := range s.Set.Source.Layers {
		if layer.Instance == nil {
			continue
		}
		for _, f := range layer.Instance.Files {
			cueast.Walk(f, func(n cueast.Node) bool {
				lit, ok := n.(*cueast.BasicLit)
				if !ok {
					return true
				}
				if is, err := cueliteral.Unquote(lit.Value); err == nil && is == text && s.own(schema.Pos(lit.Pos())) {
					places = append(places, schema.Pos(lit.Pos()))
				}
				return true
			}, nil)
		}
	}
	if len(places) == 1 {
		at.Pos = places[0]
	}
	return at
}

func newBinding(h *Hook, of *schema.Binding) *Binding {
	b := &Binding{Binding: of, when: prove.Always(), names: h.Provable(of)}
	b.by = prove.Is(eventField(schema.EventField), b.Event)
	b.match = b.matched(b.Hook.Match, h.Field("match"))
	return b
}

// matched returns a matcher as a proposition about the event.
func (b *Binding) matched(match string, n schema.Node) prove.Prop {
	p := matching(b.Agenda.Matcher, match)
	p.Open = n.Open()
	return p
}

// matching returns a text as a matcher, as a proposition about the event.
func matching(m plan.Matcher, match string) prove.Prop {
	if match == "" || match == "*" || m.Field == "" || m.Base {
		return prove.Always()
	}
	p := prove.Fits(eventField(m.Field), func(v string) bool { return m.Matches(match, v) })
	if names, ok := m.Names(match); ok {
		var values []string
		for _, n := range names {
			values = append(values, m.Spellings(n)...)
		}
		p = prove.Is(eventField(m.Field), values...)
	}
	return p
}

// eventField returns a field of the event as an expression.
func eventField(name string) ast.Node { return parsed("event." + name) }

// parsed returns a text as an expression, nil if it isn't one.
func parsed(src string) ast.Node {
	tree, err := parser.Parse(src)
	if err != nil {
		return nil
	}
	return tree.Node
}
