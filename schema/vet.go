package schema

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	exprast "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// A scene is a hook without faults at one of its events, as vet looks at it.
type scene struct {
	event  string
	agenda *plan.Agenda
	hook   plan.Hook
	value  cue.Value // the hook as it is written
	scope  *expr.Scope
	names  *prove.Scope

	longs map[string]bool // fields of the event that may be long

	by    prove.Prop   // what the event's name says
	match prove.Prop   // what the matcher says
	when  prove.Prop   // the hook's condition
	rules []prove.Prop // conditions of the rules
}

func newScene(c *compiler, event string, a *plan.Agenda, h plan.Hook, v cue.Value, scope *expr.Scope) *scene {
	s := &scene{event: event, agenda: a, hook: h, value: v, scope: scope,
		when:  prove.Always(),
		names: &prove.Scope{Lets: map[string]prove.Let{}, Outcomes: map[string]bool{}}}
	if !c.vet {
		return s
	}
	for _, let := range h.Let {
		s.names.Lets[let.Name] = prove.Let{Tree: scope.LetTree(let.Name), Open: open(v.LookupPath(cue.MakePath(cue.Str("let"), cue.Str(let.Name))))}
	}
	for _, rule := range h.Rules {
		for _, step := range rule.Do {
			s.names.Outcomes[step.As] = true
		}
	}
	s.longs = c.longs(event, a.Matcher, h.Match)
	s.by = prove.Is(asked(eventField), event)
	s.match = s.matched()
	return s
}

// prop returns the condition of a hook or rule; Always if it has none.
func (s *scene) prop(b *prove.Budget, x *plan.Expression, of cue.Value) prove.Prop {
	if x == nil {
		return prove.Always()
	}
	return s.names.Prop(b, s.scope.Tree(x.Src), open(of.LookupPath(cue.ParsePath("when"))))
}

// matched returns what is known of the event by the hook's matcher.
func (s *scene) matched() prove.Prop {
	m, match := s.agenda.Matcher, s.hook.Match
	if match == "" || match == "*" || m.Field == "" || m.Base {
		return prove.Always()
	}
	p := prove.Fits(asked(m.Field), func(v string) bool { return m.Matches(match, v) })
	if names, ok := m.Names(match); ok {
		var values []string
		for _, n := range names {
			values = append(values, m.Spellings(n)...)
		}
		p = prove.Is(asked(m.Field), values...)
	}
	p.Open = open(s.value.LookupPath(cue.ParsePath("match")))
	return p
}

// asked is how conditions name a field of the event.
func asked(name string) exprast.Node {
	tree, err := parser.Parse("event." + name)
	if err != nil { // not a name
		return nil
	}
	return tree.Node
}

// open reports whether a text is put together, so that it may be another one where
// a pack's settings are others.
func open(v cue.Value) bool {
	_, literal := expression(v).(*ast.BasicLit)
	return !literal
}

// look checks what can be said of a hook by itself; it is given for each event.
func (c *compiler) look(scenes []*scene) {
	c.scenes = append(c.scenes, scenes...)
	c.matcher(scenes)
	c.prove(scenes, c.compared(scenes))
	for _, s := range scenes {
		c.prompts(s)
		c.lengths(s)
		c.late(s)
	}
}
