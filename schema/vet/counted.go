package vet

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
	"github.com/tidwall/gjson"
)

// number returns the value of a literal number, or of a product of literal numbers.
func number(n ast.Node) (float64, bool) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return float64(n.Value), true
	case *ast.FloatNode:
		return n.Value, true
	case *ast.BinaryNode:
		left, ok := number(n.Left)
		right, also := number(n.Right)
		return left * right, ok && also && n.Operator == "*"
	}
	return 0, false
}

// counted checks a comparison with numbers that the other side can't equal, or hardly ever does:
// they are in another unit, or fractions compared with a whole number.
func (x expression) counted(of *schema.Schema, n *ast.BinaryNode) finding {
	left, right, less := n.Left, n.Right, "<"
	if _, ok := number(left); ok {
		left, right, less = right, left, ">"
	}
	items := []ast.Node{right}
	if list, ok := right.(*ast.ArrayNode); ok && n.Operator == "in" {
		items = list.Nodes
	}
	if !slices.Contains(ordering, n.Operator) && !slices.Contains(textual, n.Operator) {
		return finding{}
	}
	for _, item := range items {
		value, ok := number(item)
		if !ok {
			continue
		}
		is := x.described(left, nil)
		wrong := is.form.Numbered(n.Operator, int(value))
		if wrong.Text == "" {
			wrong = is.form.Counted(value)
		}
		if root, path, ok := x.trail(left); ok && root == "event" {
			c := comparison{expression: x, root: root, path: path}
			is.subject = c.subject()
			traits := of.Events.Traits(x.binding.Event, x.binding.Agenda.Matcher, x.match())
			if strings.HasPrefix(n.Operator, less) && value > 0 && traits.Optional[c.field()] && x.match() == "" && strings.Count(x.src, is.subject) == 1 {
				return finding{at: x.at(n), check: schema.CheckAlways, text: is.subject + " need not be sent and is 0 then, want  " + is.subject + " > 0  beside it", mild: true}
			}
			wrong = form.Of(traits.Forms[c.field()]).Counted(value)
		}
		if typ := left.Type(); typ != nil && typ.Kind() == reflect.Int && 0 < value && value < 1 {
			is.subject = left.String()
			wrong = form.Wrong{Text: "a fraction beside a whole number, want it in the same unit"}
		}
		if wrong.Text != "" {
			f := x.value(item, "%s: found %s, %s", is.subject, item, wrong.Text)
			f.mild = f.mild || wrong.Mild
			return f
		}
	}
	return finding{}
}

// changed checks the values that actions put into fields of the event.
func (s *Subject) changed(h *Hook, r *schema.Report) {
	for t := range takings(h) {
		b, step := t.b, t.step
		s.fieldless(t).say(r)
		use, _ := s.Schema.Library.Actions[step.Action].Use("")
		out := b.Agenda.Outputs[use.Output]
		if out.Kind != "change" || out.Field != "" {
			continue
		}
		match := b.Hook.Match
		if own := h.Rules[t.rule].Field("match").Matcher(); own != "" {
			match = own
		}
		forms := s.Schema.Events.Traits(b.Event, b.Agenda.Matcher, match).Forms
		whole := s.Schema.Events.Shape(b.Event, b.Agenda, match).Fields[out.From]
		for name, n := range step.Members() {
			s.lacks(h, b, t.rule, out.From, name, n).say(r)
			put(whole, step, name, n).say(r)
			value, err := n.Float64()
			text, _ := n.String()
			if err != nil {
				value, err = strconv.ParseFloat(text, 64)
			}
			if wrong := form.Of(forms[out.From+"."+name]).Counted(value); err == nil && wrong.Text != "" {
				finding{at: n.Written(), check: checkValue, text: fmt.Sprintf("%s: found %s %v, %s", step.Action, name, value, wrong.Text), mild: true}.say(r)
			}
		}
	}
}

// put finds a value of another type than the field of an object that an action puts it into: no tool
// takes it, and no other rule can add its text there.
func put(of *plan.Shape, step schema.Step, name string, at schema.Node) (wrong finding) {
	value := gjson.GetBytes(step.Args, gjson.Escape(name))
	if of == nil || of.Fields[name] == nil || strings.Contains(value.Raw, "${") {
		return finding{}
	}
	of.Fields[name].Read(value, func(path, found, want string) {
		text := fmt.Sprintf("%s: found %s for %s, want %s", step.Action, found, strings.TrimSuffix(name+"."+path, "."), want)
		wrong = finding{at: at.Written(), check: checkValue, text: text, mild: true}
	})
	return wrong
}
