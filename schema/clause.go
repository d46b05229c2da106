package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/tidwall/gjson"
)

// A Clause is a part of a rule set that can be compared with its counterpart in another one: a
// rule, the head of a hook, a table, marks, or settings. It holds the written text, with the data
// of named values, to tell people what differs; and its part of the plan, so that no difference
// goes unreported.
type Clause struct {
	Name string // HOOK, HOOK/RULE, table NAME, marks NAME, settings NAME; NAME is PACK/NAME in a pack
	Hook string // the hook it belongs to, "" for none
	Pack bool   // it belongs to a hook of a shipped pack, whose settings determine it
	Own  bool   // it isn't part of a shipped pack

	says  map[string]any // by field
	names []string       // of the values it uses
	steps []plan.Step
	acts  any

	provisos map[string]proviso // by event

	scope *expr.Scope
	with  []expr.Values // its own values, whose names don't matter to a user
}

// clausesByName returns the clauses of one scope. Disabled hooks have none.
func (s *Set) clausesByName() map[string]Clause {
	all := map[string]Clause{}
	s.clauses(func(c Clause) { all[c.Name] = c })
	return all
}

// Says returns what each clause says, by the clause's name; nil for clauses of shipped packs.
func (s *Set) Says() map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, of := range s.Scopes {
		maps.Copy(all, of.says())
	}
	return all
}

// says is Says for one scope.
func (s *Set) says() map[string]map[string]any {
	if s.said != nil {
		return s.said
	}
	s.said = map[string]map[string]any{}
	if src := s.Source; src.Pack != "" && !src.Foreign() { // all of it is shipped with this program
		for _, h := range s.Written {
			if len(h.Bindings) == 0 {
				continue
			}
			s.said[h.head.Name] = nil
			for i, r := range h.Rules {
				s.said[h.head.Name+"/"+r.name(i)] = nil
			}
		}
		return s.said
	}
	s.clauses(func(c Clause) {
		if s.said[c.Name] = nil; c.Own {
			s.said[c.Name] = c.Says()
		}
	})
	return s.said
}

// clauses calls add with each clause of one scope.
func (s *Set) clauses(add func(Clause)) {
	s.Whole()
	for _, h := range s.Written {
		if len(h.Bindings) == 0 {
			continue
		}
		add(h.clause())
		for i := range h.Rules {
			add(h.ruleClause(i))
		}
	}
	root := s.Source.Root
	common(root.Field("tables"), "table", s.Plan.Tables, add)
	common(root.Field("stores"), "store", s.Plan.Stores, add)
	common(root.Field("marks"), "marks", s.Plan.Marks, add)
	common(root.Field("settings"), "settings", s.Plan.Settings, add)
}

// Kept reports whether a scope was restored from a kept part, so that nothing of it can be inspected.
func (s *Set) Kept() bool { return s.kept }

// Whole compiles a scope that was restored from a kept part.
func (s *Set) Whole() {
	if !s.kept {
		return
	}
	said, key := s.said, s.key
	*s = *s.Source.schema.fresh(s.Source)
	s.said, s.key = said, key
}

// common adds the clauses of a section whose entries all hooks share, such as tables.
func common[T any](n Node, kind string, planned map[string]T, add func(Clause)) {
	for name, acts := range planned {
		c := Clause{Name: kind + " " + plan.Scoped(n.src.Pack, name), says: map[string]any{}, acts: acts, Own: !Shipped(n.Field(name).Label().File)}
		for field, n := range n.Field(name).Members() {
			if says, _, err := data(n.Value); err == nil {
				c.says[field] = says
			}
		}
		add(c)
	}
}

// clause returns the clause of the hook's head.
func (h *Hook) clause() Clause {
	pack := Shipped(h.Listed.From)
	c := Clause{Name: h.head.Name, Hook: h.head.Name, Pack: pack, Own: !pack, scope: h.Bindings[0].Scope, with: []expr.Values{h.with}, says: map[string]any{
		"on": anyOf(h.Listed.On), "match": h.head.Match, "pick": h.pick, "onError": h.Listed.OnError, "onRefusal": h.refusal, "commands": h.commands,
		"mode": h.Listed.Mode, "input": h.input, "timeout": h.head.Timeout.String(),
	}}
	c.expression("when", h.When.text)
	c.expression("each", text(h.Each.Node))
	for _, l := range h.Lets {
		c.expression("let "+l.Name, text(l.Node))
	}
	acts := map[string]plan.Hook{}
	c.provisos = map[string]proviso{}
	for _, b := range h.Bindings {
		p := proviso{when: b.Hook.When, scope: b.Scope, names: h.Provable(b)}
		for _, r := range b.Hook.Rules {
			p.does = append(p.does, r.Do...)
		}
		c.provisos[b.Event] = p
		acts[b.Event] = plan.Hook{Match: b.Hook.Match, Timeout: b.Hook.Timeout, First: b.Hook.First, Closed: b.Hook.Closed, Observes: b.Hook.Observes, Yields: b.Hook.Yields, Written: b.Hook.Written,
			When: unplaced(b.Hook.When), Each: unplacedEach(b.Hook.Each)}
	}
	c.acts = acts
	return c
}

// ruleClause returns the clause of the rule at i.
func (h *Hook) ruleClause(i int) Clause {
	r, at := h.Rules[i], h.Bindings[0]
	for _, b := range h.Bindings {
		if !b.Hook.Rules[i].Off {
			at = b // an event at which the rule's own names are known
			break
		}
	}
	c := Clause{Name: h.head.Name + "/" + r.name(i), Hook: h.head.Name, Pack: Shipped(h.Listed.From), Own: !Shipped(r.head.Pos.File),
		scope: at.Rules[i], with: []expr.Values{r.with, h.with}, says: map[string]any{"on": anyOf(r.On), "match": r.head.Match, "lift": r.head.Lift}}
	c.expression("when", r.When.text)
	c.expression("each", text(r.Each.Node))
	for i, s := range r.Steps {
		c.steps = append(c.steps, s.Step)
		c.expression(fmt.Sprintf("when of do %d", i+1), s.When.text)
		s.texts(func(text string) {
			for _, src := range expr.Expressions(text) {
				c.names = append(c.names, c.scope.Asked(src)...)
			}
		})
	}
	acts := map[string]plan.Rule{}
	c.provisos = map[string]proviso{}
	for _, b := range h.Bindings {
		r := b.Hook.Rules[i]
		p := proviso{when: r.When, scope: b.Rules[i], names: h.Provable(b), does: r.Do}
		if r.Each != nil {
			p.names.Items[r.Each.Name] = "@@"
		}
		c.provisos[b.Event] = p
		acts[b.Event] = unplacedRule(b.Hook.Rules[i])
	}
	c.acts = acts
	return c
}

// name returns the name by which people see the rule, which is at i in its hook.
func (r Rule) name(i int) string { return cmp.Or(r.head.ID, strconv.Itoa(i+1)) }

// expression adds an expression and the names in it, unless it is empty.
func (c *Clause) expression(name, src string) {
	if src != "" {
		c.says[name] = src
		c.names = append(c.names, c.scope.Asked(src)...)
	}
}

// value returns the data of a named value, nil if there is none, and whether the value belongs to
// the rule or hook itself.
func (c Clause) value(name string) (data any, own bool) {
	if c.scope == nil {
		return nil, false
	}
	for _, values := range c.with {
		if values != nil && !own {
			_, own, _ = values(name)
		}
	}
	return c.scope.Data(name)[name], own
}

// Says returns the clause as written, with the data of values under their names, as JSON data.
func (c Clause) Says() map[string]any {
	says := map[string]any{}
	for field, x := range c.says {
		if x != "" {
			says[field] = x
		}
	}
	for _, name := range c.names {
		if x, _ := c.value(name); x != nil {
			says["where "+name] = x
		}
	}
	for i, s := range c.steps {
		says[fmt.Sprintf("do %d", i+1)] = map[string]any{s.Action: s.Args}
	}
	raw, err := json.Marshal(says)
	if err != nil {
		return map[string]any{"found": err.Error()} // can't happen with data of CUE
	}
	says, _ = fromJSON(raw).(map[string]any)
	return says
}

// step returns the step at i, the zero Step if there are fewer.
func (c Clause) step(i int) plan.Step {
	if i >= len(c.steps) {
		return plan.Step{}
	}
	return c.steps[i]
}

// texts calls f with all texts in a step's arguments, including keys.
func (s Step) texts(f func(string)) {
	var walk func(v gjson.Result)
	walk = func(v gjson.Result) {
		if v.Type == gjson.String {
			f(v.String())
		}
		if v.IsArray() || v.IsObject() {
			v.ForEach(func(key, item gjson.Result) bool {
				walk(key)
				walk(item)
				return true
			})
		}
	}
	walk(gjson.ParseBytes(s.Args))
}

func anyOf(texts []string) []any {
	var all []any
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}

// unplaced returns an expression without its position, as the functions below do for other parts.
func unplaced(x *plan.Expression) *plan.Expression {
	if x == nil {
		return nil
	}
	return &plan.Expression{Src: x.Src, Code: x.Code}
}

func unplacedEach(x *plan.Each) *plan.Each {
	if x == nil {
		return nil
	}
	return &plan.Each{Name: x.Name, Expr: *unplaced(&x.Expr)}
}

func unplacedRule(r plan.Rule) plan.Rule {
	r.Need = nil // of the condition
	r.Pos, r.When, r.Each, r.Do = plan.Pos{}, unplaced(r.When), unplacedEach(r.Each), slices.Clone(r.Do)
	for i := range r.Do {
		r.Do[i].Pos, r.Do[i].When = plan.Pos{}, unplaced(r.Do[i].When)
	}
	return r
}
