package schema

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// ruleExpressions compiles conditions and checks templates.
func (c *compiler) ruleExpressions(h *plan.Hook, event string, a *plan.Agenda, shape *plan.Shape, scope *expr.Scope, v cue.Value) {
	for i, r := range items(v.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		if when := r.LookupPath(cue.ParsePath("when")); when.Exists() {
			h.Rules[i].When = c.condition(when, scope, shape)
		}
		n := 0
		for _, do := range items(r.LookupPath(cue.ParsePath("do"))) {
			each(do, func(name string, args cue.Value) error {
				texts := map[string]plan.Template{}
				c.templates(args, scope, shape, texts)
				if n < len(h.Rules[i].Do) && h.Rules[i].Do[n].Action == name {
					if len(texts) > 0 {
						h.Rules[i].Do[n].Texts = texts
					}
					c.uses(event, a, shape, h.Rules[i].Do[n], args)
					n++
				}
				return nil
			})
		}
	}
	c.rule = 0
}

// templates compiles all strings in a step's arguments that have expressions.
func (c *compiler) templates(v cue.Value, scope *expr.Scope, shape *plan.Shape, texts map[string]plan.Template) {
	switch v.IncompleteKind() {
	case cue.StringKind:
		if src, err := v.String(); err != nil || strings.Contains(src, "${") {
			texts[src] = c.template(v, scope, shape)
		}
	case cue.ListKind:
		for _, item := range items(v) {
			c.templates(item, scope, shape, texts)
		}
	case cue.StructKind:
		each(v, func(_ string, v cue.Value) error {
			c.templates(v, scope, shape, texts)
			return nil
		})
	}
}

// template compiles a string value as a template.
func (c *compiler) template(v cue.Value, scope *expr.Scope, shape *plan.Shape) plan.Template {
	src, ok := c.text(v)
	if !ok {
		return nil
	}
	t, err := scope.Template(src)
	if err != nil {
		c.sourceFault(v, err, scope, shape)
	}
	return t
}

// condition compiles a string value as a condition.
func (c *compiler) condition(v cue.Value, scope *expr.Scope, shape *plan.Shape) *plan.Expression {
	src, ok := c.text(v)
	if !ok {
		return nil
	}
	code, err := scope.Condition(src)
	if err != nil {
		c.sourceFault(v, err, scope, shape)
	}
	return &plan.Expression{Src: src, Pos: placeOf(v), Code: code}
}

// text returns a string value, and notes why there is none.
func (c *compiler) text(v cue.Value) (string, bool) {
	src, err := v.String()
	if err != nil && v.IncompleteKind() == cue.StringKind { // of other kinds the schema has said so
		for _, f := range c.cueFaults(err, posOf(v)) {
			c.fault(f)
		}
	}
	return src, err == nil
}

// sourceFault places a fault inside the string v.
func (c *compiler) sourceFault(v cue.Value, err error, scope *expr.Scope, shape *plan.Shape) {
	se, ok := err.(*expr.SourceError)
	if !ok {
		c.faultf(checkExpression, placeOf(v), "%w", err)
		return
	}
	check, msg := checkExpression, se.Msg
	name, unknown := strings.CutPrefix(msg, "unknown name ")
	field := c.unknownField(se, shape)
	switch {
	case se.What != "":
		what := se.What
		if _, of, ok := strings.Cut(what, " of "); ok && c.plan.Tables[of] != nil {
			what = "column of " + of
		}
		check, msg = checkName, Unknown(what, se.Name, se.Known)
	case field != "":
		check, msg = checkName, field
	case unknown:
		check = checkName
		if slices.Contains(reserved, name) {
			msg += " here, want a fact"
		} else if near := nearest(name, scope.Names()); near != "" {
			msg = fmt.Sprintf("%s, want %s?", msg, near)
		} else {
			msg += ", want event, a fact or a let"
		}
	}
	c.faultf(check, placeIn(v, se.Offset), "%s", msg)
}
