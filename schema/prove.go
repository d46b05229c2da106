package schema

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema/prove"
)

// A verdict is what is wrong with a condition at one event.
type verdict struct {
	at    engine.Pos
	check string
	why   string
	mild  bool // a warning is enough: it is no fault of the condition alone, or settings may change it
	asked bool // it holds because the condition asks for the event's name
}

// fires reports whether the condition holds at times.
func (v verdict) fires() bool { return v.check == "" || v.check == checkAlways }

// prove finds the conditions of a hook that can never hold or always do, and rows
// of a table that are never reached.
func (c *compiler) prove(scenes []*scene) {
	live := scenes
	if scenes[0].hook.When != nil {
		verdicts := make([]verdict, len(scenes))
		live = nil
		for i, s := range scenes {
			verdicts[i] = s.judge(s.when, s.hook.When, prove.Always())
			if verdicts[i].check != checkNever {
				live = append(live, s)
			}
		}
		c.say(scenes, verdicts)
	}
	if len(live) == 0 {
		return
	}
	for i, rule := range live[0].hook.Rules {
		c.rule = i + 1
		verdicts := make([]verdict, len(live))
		for n, s := range live {
			if rule.When != nil {
				verdicts[n] = s.judge(s.rules[i], s.hook.Rules[i].When, s.when)
			}
			if s.hook.First && verdicts[n].fires() {
				if v := c.row(s, i); v.check != "" {
					verdicts[n] = v
				}
			}
		}
		c.say(live, verdicts)
	}
	c.rule = 0
}

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
func (s *scene) judge(p prove.Prop, x *engine.Expression, beside prove.Prop) verdict {
	never := func(why string, mild bool) verdict {
		return verdict{at: x.Pos, check: checkNever, why: "can never hold" + why, mild: mild || p.Open}
	}
	always := func(why string, mild bool) verdict {
		return verdict{at: x.Pos, check: checkAlways, why: "always holds" + why, mild: mild || p.Open}
	}
	switch {
	case !prove.Possible(p):
		return never(s.clash(x, p.Open), false)
	case !prove.Possible(p, s.match):
		return never(": "+s.matchWords(), s.match.Open)
	case !prove.Possible(p, s.by):
		v := never(": "+s.eventWords(), false)
		v.asked = true
		return v
	case !prove.Possible(p, s.match, s.by, beside):
		v := never(" where the hook's own when does", beside.Open || s.match.Open)
		v.asked = prove.Possible(p, s.match, beside)
		return v
	case !prove.Possible(prove.Not(p)):
		return always(", leave it out", false)
	case !prove.Possible(prove.Not(p), s.match):
		return always(": "+s.matchWords(), true)
	case !prove.Possible(prove.Not(p), s.by):
		return always(": "+s.eventWords(), true)
	}
	return verdict{}
}

// clash names two parts of a condition that exclude each other, or one that can't
// hold alone, where there are such.
func (s *scene) clash(x *engine.Expression, open bool) string {
	parts := s.names.Parts(s.scope.Tree(x.Src), open)
	if len(parts) < 2 || len(parts) > maxParts {
		return ""
	}
	for _, a := range parts {
		if !prove.Possible(a.Prop) {
			return ": " + a.Text + " never does"
		}
	}
	for i, a := range parts {
		for _, b := range parts[:i] {
			if !prove.Possible(a.Prop, b.Prop) {
				return fmt.Sprintf(": %s excludes %s", b.Text, a.Text)
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
func (c *compiler) row(s *scene, i int) verdict {
	known := []prove.Prop{s.match, s.by, s.when, s.rules[i]}
	from := max(0, i-maxRows)
	for n := range i {
		if n >= from || s.hook.Rules[n].When == nil {
			known = append(known, prove.Not(s.rules[n]))
		}
	}
	if prove.Possible(known...) {
		return verdict{}
	}
	v := verdict{at: s.hook.Rules[i].Pos, check: checkUnreached, why: "can't be reached: the rows before it take every case",
		mild: slices.ContainsFunc(known, func(p prove.Prop) bool { return p.Open })}
	known[1] = prove.Always()
	v.asked = prove.Possible(known...)
	for n := range i {
		known := []prove.Prop{s.match, s.by, s.when, s.rules[i], prove.Not(s.rules[n])}
		if !prove.Possible(known...) {
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
