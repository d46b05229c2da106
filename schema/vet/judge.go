package vet

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"

	"github.com/expr-lang/expr/ast"
)

// A judgement is what is proved about a condition at one event; it is zero if nothing is.
type judgement struct {
	finding      // mild: the condition alone isn't at fault, or settings may change it
	asked   bool // the result depends on the condition's own test of the event's name
}

// fires reports whether the condition may hold.
func (j judgement) fires() bool { return j.check == "" || j.check == schema.CheckAlways }

// judge proves what it can about the conditions of a hook: that they never or always hold, and that
// rows of a table are never reached. For a hook with a misspelling, or in which no finding would be
// reported, it only translates the conditions.
func (s *Subject) judge(h *Hook) {
	if len(h.misspelt) > 0 || !s.tells(h) {
		s.translate(h)
		return
	}
	live := h.Bindings
	if h.When.Exists() {
		share := s.budget.Share()
		found := make([]judgement, len(h.Bindings))
		live = nil
		for i, b := range h.Bindings {
			of := b.hook()
			b.when = of.prop(share, b.Hook.When, h.When)
			if found[i] = b.condition(share, of, b.when, h.When, prove.Always(), ""); found[i].check != checkNever {
				live = append(live, b)
			}
		}
		all := group{h.When, h.Bindings, (*Binding).hook, func(*Binding) prove.Prop { return prove.Always() }, ""}
		if !s.parts(h, all) {
			s.note(h, h.When.Node, share, h.Bindings, found)
		}
	}
	for i, rule := range h.Rules {
		share := s.budget.Share()
		var bindings []*Binding
		var found []judgement
		for _, b := range h.Bindings {
			b.rules = append(b.rules, b.row(share, h, i))
			if slices.Contains(live, b) && !b.Hook.Rules[i].Off {
				bindings, found = append(bindings, b), append(found, b.rule(share, h, i))
			}
		}
		if len(bindings) == 0 {
			continue
		}
		if !rule.Field("on").Exists() {
			reached(found)
		}
		at := rule.Node
		if rule.When.Exists() {
			at = rule.When.Node
		}
		all := group{rule.When, bindings, func(b *Binding) row { return b.rules[i] }, func(b *Binding) prove.Prop { return b.when }, "the hook"}
		if !s.parts(h, all) {
			s.note(h, at, share, bindings, found)
		}
		s.steps(h, i, bindings)
	}
}

// reached drops the judgement that a row is unreachable at some events if it is reached at another:
// the row is there for the cases that earlier rows leave.
func reached(found []judgement) {
	if !slices.ContainsFunc(found, judgement.fires) {
		return
	}
	for n := range found {
		if found[n].check == checkUnreached {
			found[n] = judgement{}
		}
	}
}

// translate records the meaning of a hook's conditions.
func (s *Subject) translate(h *Hook) {
	for _, b := range h.Bindings {
		b.when = b.hook().prop(s.budget.Share(), b.Hook.When, h.When)
		for i := range h.Rules {
			b.rules = append(b.rules, b.row(s.budget.Share(), h, i))
		}
	}
}

// steps judges the conditions of a rule's actions; one that adjacent actions share is judged once.
func (s *Subject) steps(h *Hook, i int, bindings []*Binding) {
	bindings = slices.DeleteFunc(slices.Clone(bindings), func(b *Binding) bool { return b.steps(h, i) == nil })
	for n, step := range h.Rules[i].Steps {
		if len(bindings) == 0 || !step.When.Exists() || n > 0 && h.Rules[i].Steps[n-1].When.Written() == step.When.Written() {
			continue
		}
		share := s.budget.Share()
		var found []judgement
		for _, b := range bindings {
			of := b.rules[i]
			p := of.prop(share, b.Hook.Rules[i].Do[n].When, step.When)
			found = append(found, b.condition(share, of, p, step.When, prove.And(b.when, of.holds), "the rule"))
		}
		all := group{step.When, bindings, func(b *Binding) row { return b.rules[i] },
			func(b *Binding) prove.Prop { return prove.And(b.when, b.rules[i].holds) }, "the rule"}
		if !s.parts(h, all) {
			s.note(h, step.When.Node, share, bindings, found)
		}
	}
}

// tells reports whether any finding about a hook would be reported.
func (s *Subject) tells(h *Hook) bool {
	return s.tellsOf(h.When) || slices.ContainsFunc(h.Rules, func(r schema.Rule) bool {
		return s.tellsOf(r.When) || !r.When.Exists() && s.own(r.Written().Pos) ||
			slices.ContainsFunc(r.Steps, func(step schema.Step) bool { return s.tellsOf(step.When) })
	})
}

// tellsOf is tells for a condition or its parts.
func (s *Subject) tellsOf(c schema.Condition) bool {
	return c.Exists() && s.own(c.Written().Pos) || slices.ContainsFunc(c.Parts, s.tellsOf)
}

// note keeps the findings about one condition of a hook. Findings in embedded packs are dropped, as
// such conditions are there to be changed by settings.
func (s *Subject) note(h *Hook, of schema.Node, share *prove.Budget, bindings []*Binding, found []judgement) {
	if !s.own(of.Written().Pos) {
		return
	}
	h.judged = append(h.judged, merge(bindings, found)...)
	if share.Short() {
		s.unproved = append(s.unproved, of.Written())
	}
}

// rule judges a rule of a hook at an event.
func (b *Binding) rule(share *prove.Budget, h *Hook, i int) judgement {
	var j judgement
	if when := h.Rules[i].When; when.Exists() {
		of := b.rules[i]
		j = b.condition(share, of, of.when, when, b.when, "the hook")
	}
	if b.Hook.First && j.fires() {
		if left := b.unreached(share, h, i); left.check != "" {
			return left
		}
	}
	return j
}

// merge merges the judgements of one condition at all events of its hook. A condition that holds
// only at some events, because it tests the event, is taken as intended.
func merge(bindings []*Binding, all []judgement) (found []finding) {
	has := func(one func(judgement) bool) bool { return slices.ContainsFunc(all, one) }
	if has(judgement.fires) && has(func(j judgement) bool { return j.check != schema.CheckAlways }) {
		for i, j := range all {
			if !j.fires() && !j.asked {
				found = append(found, finding{at: j.at, check: j.check, text: "on " + bindings[i].Event + ": " + j.text, mild: true})
			}
		}
		return found
	}
	best := all[0]
	if i := slices.IndexFunc(all, func(j judgement) bool { return !j.asked }); i >= 0 {
		best = all[i]
	}
	best.mild = has(func(j judgement) bool { return j.mild })
	return []finding{best.finding}
}

// judged returns a check that reports the findings of proofs under its name.
func judged(name string) func(*Subject, *schema.Report) {
	return func(s *Subject, r *schema.Report) {
		for _, h := range s.Hooks {
			for _, f := range h.judged {
				if f.check == name {
					f.say(r)
				}
			}
		}
		for _, f := range s.judged {
			if f.check == name {
				f.say(r)
			}
		}
	}
}

// checkNever is the name of the check for conditions that can never hold.
const checkNever = "never-fires"

// condition judges whether a condition of a row never or always holds. beside must hold as well;
// whose says to what it belongs.
func (b *Binding) condition(share *prove.Budget, of row, p prove.Prop, when schema.Condition, beside prove.Prop, whose string) judgement {
	never := func(why string, mild bool) judgement {
		return judgement{finding: finding{at: when.Written(), check: checkNever, text: "can never hold" + why, mild: mild || p.Open}}
	}
	always := func(why string, mild bool) judgement {
		return judgement{finding: finding{at: when.Written(), check: schema.CheckAlways, text: "always holds" + why, mild: mild || p.Open}}
	}
	switch {
	case !share.Possible(p):
		src, _ := when.String()
		v := never(of.clash(share, when, p.Open), false)
		v.asked = of.scope.Never(src)
		return v
	case !share.Possible(p, of.match):
		if !share.Possible(of.match) {
			return judgement{} // the rule's matcher leaves nothing of the hook's, which is said there
		}
		return never(": "+b.matchWords(of), of.match.Open)
	case !share.Possible(p, b.by):
		v := never(": "+b.eventWords(), false)
		v.asked = true
		return v
	case !share.Possible(p, of.match, b.by, beside):
		v := never(" where "+whose+"'s own when does", beside.Open || of.match.Open)
		v.asked = share.Possible(p, of.match, beside)
		return v
	case !share.Possible(append(b.emptyFields(share), p)...):
		return judgement{finding: never(": "+b.Event+" does not send what it asks", true).finding, asked: true}
	case b.contradicted(share, p) != "":
		return never(b.contradicted(share, p), true)
	case !share.Possible(prove.Not(p)):
		return always(", leave it out", false)
	case !share.Possible(prove.Not(p), of.match):
		return always(": "+b.matchWords(of), true)
	case !share.Possible(prove.Not(p), b.by):
		return always(": "+b.eventWords(), true)
	}
	if part := of.surely(share, when, p.Open); part != "" {
		j := always("", false)
		j.text = part + " always holds, leave it out"
		return j
	}
	return judgement{}
}

// clash names a part of a condition that never holds, or two parts that exclude each other; "" if
// there are none.
func (r row) clash(share *prove.Budget, when schema.Condition, open bool) string {
	src, _ := when.String()
	parts := r.names.Parts(share, r.scope.Tree(src), open)
	if len(parts) < 2 || len(parts) > maxParts {
		return ""
	}
	for _, a := range parts {
		if !share.Possible(a.Prop) {
			return ": " + a.Text + " never does"
		}
	}
	for i, later := range parts {
		for _, part := range parts[:i] {
			if !share.Possible(later.Prop, part.Prop) {
				return fmt.Sprintf(": %s excludes %s", part.Text, later.Text)
			}
		}
	}
	return ""
}

// surely returns the first operand of a condition's && that is a chain of alternatives one of which
// always holds, such as x != 'a' || x != 'b'; "" if there is none.
func (r row) surely(share *prove.Budget, when schema.Condition, open bool) string {
	src, _ := when.String()
	all, ok := r.scope.Tree(src).(*ast.BinaryNode)
	if when.Parts != nil || open || !ok || !isAnd(all) {
		return ""
	}
	for _, side := range []ast.Node{all.Left, all.Right} {
		if or, ok := side.(*ast.BinaryNode); ok && isOr(or) && !share.Possible(prove.Not(r.names.Prop(share, or, open))) {
			return or.String()
		}
	}
	return ""
}

// maxParts limits how many parts of a condition are compared with each other.
const maxParts = 20

func (b *Binding) matchWords(of row) string {
	m := b.Agenda.Matcher
	if names, ok := m.Names(of.own); ok {
		var values []string
		for _, n := range names {
			values = append(values, m.Spellings(n)...)
		}
		return fmt.Sprintf("event.%s is %s here", m.Field, strings.Join(values, " or "))
	}
	return fmt.Sprintf("event.%s matches %s here", m.Field, of.own)
}

func (b *Binding) eventWords() string {
	return "event." + schema.EventField + " is " + b.Event + " here"
}
