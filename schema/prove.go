package schema

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/prove"

	"cuelang.org/go/cue"
)

// A verdict is what is wrong with a condition at one event.
type verdict struct {
	at    plan.Pos
	check string
	why   string
	mild  bool // a warning is enough: it is no fault of the condition alone, or settings may change it
	asked bool // it holds because the condition asks for the event's name
}

// fires reports whether the condition holds at times.
func (v verdict) fires() bool { return v.check == "" || v.check == checkAlways }

// prove finds the conditions of a hook that can never hold or always do, and rows
// of a table that are never reached. Where a condition has a misspelling in it, it
// only notes what the conditions say.
func (c *compiler) prove(scenes []*scene, misspelt bool) {
	live := scenes
	if scenes[0].hook.When != nil {
		b := c.budget.Share()
		verdicts := make([]verdict, len(scenes))
		live = nil
		for i, s := range scenes {
			s.when = s.prop(b, s.hook.When, s.value)
			if misspelt {
				continue
			}
			verdicts[i] = s.judge(b, s.when, s.hook.When, prove.Always())
			if verdicts[i].check != checkNever {
				live = append(live, s)
			}
		}
		c.say(scenes, verdicts)
		c.unproved(b, scenes[0].hook.When.Pos)
	}
	for i, r := range items(scenes[0].value.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		b := c.budget.Share()
		for _, s := range scenes {
			s.rules = append(s.rules, s.prop(b, s.hook.Rules[i].When, r))
		}
		if misspelt || len(live) == 0 {
			continue
		}
		c.proveRule(b, live, i)
		if when := scenes[0].hook.Rules[i].When; when != nil {
			c.unproved(b, when.Pos)
		} else {
			c.unproved(b, scenes[0].hook.Rules[i].Pos)
		}
	}
	c.rule = 0
}

// proveRule is prove for one rule of a hook at some of its events.
func (c *compiler) proveRule(b *prove.Budget, scenes []*scene, i int) {
	verdicts := make([]verdict, len(scenes))
	for n, s := range scenes {
		if when := s.hook.Rules[i].When; when != nil {
			verdicts[n] = s.judge(b, s.rules[i], when, s.when)
		}
		if s.hook.First && verdicts[n].fires() {
			if v := c.row(b, s, i); v.check != "" {
				verdicts[n] = v
			}
		}
	}
	c.say(scenes, verdicts)
}

// unproved notes the condition of which something was not proved for want of budget.
func (c *compiler) unproved(b *prove.Budget, at plan.Pos) {
	if b.Short() {
		c.open = append(c.open, &plan.Error{Pos: at, Hook: c.hook, Rule: c.rule})
	}
}

// sayUnproved warns of the conditions of which something was not proved: at the
// first, with the names of some others.
func (c *compiler) sayUnproved() {
	if len(c.open) == 0 {
		return
	}
	first, text := c.open[0], ""
	for i, e := range c.open[1:] {
		if i == maxNamed {
			text += fmt.Sprintf(" and %d others", len(c.open)-1-i)
			break
		}
		text += ", " + e.Hook
		if e.Rule > 0 {
			text += fmt.Sprintf(" rule %d", e.Rule)
		}
	}
	if text != "" {
		text = ", nor" + text[1:]
	}
	c.hook, c.rule = first.Hook, first.Rule
	c.warnf(checkUnproved, first.Pos, "too much work to prove: not checked whether this can hold%s; want simpler conditions", text)
	c.hook, c.rule = "", 0
}

// maxNamed bounds the conditions that are named as not proved.
const maxNamed = 5

// say reports what was found of one condition at the events of its hook. What is
// so at some events only, because the condition asks for the event, is meant.
func (c *compiler) say(scenes []*scene, verdicts []verdict) {
	has := func(one func(verdict) bool) bool { return slices.ContainsFunc(verdicts, one) }
	if has(verdict.fires) && has(func(v verdict) bool { return v.check != checkAlways }) {
		for i, v := range verdicts {
			if !v.fires() && !v.asked {
				c.warnf(v.check, v.at, "on %s: %s", scenes[i].event, v.why)
			}
		}
		return
	}
	best := verdicts[0]
	if i := slices.IndexFunc(verdicts, func(v verdict) bool { return !v.asked }); i >= 0 {
		best = verdicts[i]
	}
	if has(func(v verdict) bool { return v.mild }) {
		c.warnf(best.check, best.at, "%s", best.why)
	} else {
		c.faultf(best.check, best.at, "%s", best.why)
	}
}

// judge says whether a condition can never hold, or always does; beside is what
// must hold too.
func (s *scene) judge(b *prove.Budget, p prove.Prop, x *plan.Expression, beside prove.Prop) verdict {
	never := func(why string, mild bool) verdict {
		return verdict{at: x.Pos, check: checkNever, why: "can never hold" + why, mild: mild || p.Open}
	}
	always := func(why string, mild bool) verdict {
		return verdict{at: x.Pos, check: checkAlways, why: "always holds" + why, mild: mild || p.Open}
	}
	switch {
	case !b.Possible(p):
		return never(s.clash(b, x, p.Open), false)
	case !b.Possible(p, s.match):
		return never(": "+s.matchWords(), s.match.Open)
	case !b.Possible(p, s.by):
		v := never(": "+s.eventWords(), false)
		v.asked = true
		return v
	case !b.Possible(p, s.match, s.by, beside):
		v := never(" where the hook's own when does", beside.Open || s.match.Open)
		v.asked = b.Possible(p, s.match, beside)
		return v
	case !b.Possible(prove.Not(p)):
		return always(", leave it out", false)
	case !b.Possible(prove.Not(p), s.match):
		return always(": "+s.matchWords(), true)
	case !b.Possible(prove.Not(p), s.by):
		return always(": "+s.eventWords(), true)
	}
	return verdict{}
}

// clash names two parts of a condition that exclude each other, or one that can't
// hold alone, where there are such.
func (s *scene) clash(b *prove.Budget, x *plan.Expression, open bool) string {
	parts := s.names.Parts(b, s.scope.Tree(x.Src), open)
	if len(parts) < 2 || len(parts) > maxParts {
		return ""
	}
	for _, a := range parts {
		if !b.Possible(a.Prop) {
			return ": " + a.Text + " never does"
		}
	}
	for i, later := range parts {
		for _, part := range parts[:i] {
			if !b.Possible(later.Prop, part.Prop) {
				return fmt.Sprintf(": %s excludes %s", part.Text, later.Text)
			}
		}
	}
	return ""
}

// maxParts bounds the parts of a condition that are compared with each other.
const maxParts = 20

func (s *scene) matchWords() string {
	m := s.agenda.Matcher
	if names, ok := m.Names(s.hook.Match); ok {
		var values []string
		for _, n := range names {
			values = append(values, m.Spellings(n)...)
		}
		return fmt.Sprintf("event.%s is %s here", m.Field, strings.Join(values, " or "))
	}
	return fmt.Sprintf("event.%s matches %s here", m.Field, s.hook.Match)
}

func (s *scene) eventWords() string { return "event." + eventField + " is " + s.event + " here" }

// row says whether a row of a table is never reached.
func (c *compiler) row(b *prove.Budget, s *scene, i int) verdict {
	known := []prove.Prop{s.match, s.by, s.when, s.rules[i]}
	from := max(0, i-maxRows)
	for n := range i {
		if n >= from || s.hook.Rules[n].When == nil {
			known = append(known, prove.Not(s.rules[n]))
		}
	}
	if b.Possible(known...) {
		return verdict{}
	}
	v := verdict{at: s.hook.Rules[i].Pos, check: checkUnreached, why: "can't be reached: the rows before it take every case",
		mild: slices.ContainsFunc(known, func(p prove.Prop) bool { return p.Open })}
	known[1] = prove.Always()
	v.asked = b.Possible(known...)
	for n := range i {
		known := []prove.Prop{s.match, s.by, s.when, s.rules[i], prove.Not(s.rules[n])}
		if !b.Possible(known...) {
			at := s.hook.Rules[n].Pos
			v.why = fmt.Sprintf("can't be reached: the row at %s takes every case", c.beside(at, s.hook.Rules[i].Pos))
			if s.hook.Rules[i].When != nil {
				v.why += " of it"
			}
			v.mild = slices.ContainsFunc(known, func(p prove.Prop) bool { return p.Open })
			break
		}
	}
	return v
}

// maxRows bounds the earlier rows of a table that are looked at.
const maxRows = 150
