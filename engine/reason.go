package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Reason is why a rule voted for a value of a choice.
//
// Of the reasons for the winning value, all those without a weight are given, one a line. Of the
// weighted ones only the heaviest is given (the first of equals) with the number of the others, so
// that its reader learns the worst about a call.
type Reason struct {
	Text   string
	Weight int // 0 for none

	// Instead replaces Text for an agent that substitutes another value for the one voted for; ""
	// if it is the same.
	Instead string
	// Beside is added to a text output along with the reason, if the event has that output.
	Beside Beside
}

// A Beside is a text and the output it is added to.
type Beside struct{ Output, Text string }

// weighed selects the reasons to give, in order.
func weighed(all []Reason) (said []Reason) {
	worst, more := -1, 0
	for i, r := range all {
		switch {
		case r.Weight <= 0:
		case worst < 0:
			worst = i
		default:
			if more++; r.Weight > all[worst].Weight {
				worst = i
			}
		}
	}
	for i, r := range all {
		if i == worst && more > 0 {
			count := fmt.Sprintf(" – and %d more", more)
			if r.Text += count; r.Instead != "" {
				r.Instead += count
			}
		}
		if r.Weight <= 0 || i == worst {
			said = append(said, r)
		}
	}
	return said
}

// lines joins reasons, one a line; instead joins the replacements, "" if none differs.
func lines(said []Reason) (text, instead string) {
	var texts, others []string
	for _, r := range said {
		texts = append(texts, r.Text)
		r.Instead = cmp.Or(r.Instead, r.Text)
		others = append(others, r.Instead)
	}
	if slices.Equal(texts, others) {
		return strings.Join(texts, "\n"), ""
	}
	return strings.Join(texts, "\n"), strings.Join(others, "\n")
}

// reasons returns the reasons given for the value of a choice or flag.
func (r *Reply) reasons(name, value string) (all []Reason) {
	for _, o := range r.ops {
		flag := r.agenda.Outputs[o.output].Also[name]
		if o.text != "" && (o.output == name && o.value == value || flag != "" && flag == value) {
			all = append(all, Reason{o.text, o.weight, o.instead, o.beside})
		}
	}
	return all
}

// withBesides returns the reply with the Beside texts of the winning reasons added.
func (r *Reply) withBesides(chosen map[string]string) *Reply {
	var ops []op
	for _, o := range r.ops {
		value, ok := chosen[o.output]
		if o.beside.Text == "" || !ok || slices.ContainsFunc(ops, func(other op) bool { return other.output == o.beside.Output }) {
			continue
		}
		if out := r.agenda.Outputs[o.beside.Output]; out.Kind != "text" || out.Plain {
			continue
		}
		for _, reason := range weighed(r.reasons(o.output, value)) {
			if reason.Beside.Text != "" {
				ops = append(ops, op{output: reason.Beside.Output, text: reason.Beside.Text, join: "\n"})
			}
		}
	}
	if len(ops) == 0 {
		return r
	}
	whole := *r
	whole.ops = append(slices.Clip(r.ops), ops...)
	return &whole
}

// merged adds the reasons of another part for the same value.
func (p *Part) merged(of Part) {
	for _, r := range of.reasons {
		if !slices.ContainsFunc(p.reasons, func(o Reason) bool { return o.Text == r.Text }) {
			p.reasons = append(slices.Clip(p.reasons), r)
		}
	}
	p.Text, p.Instead = lines(weighed(p.reasons))
}

// why returns the reasons for a value as a part.
func (r *Reply) why(name, value string) Part {
	p := Part{Output: name, Value: value, reasons: r.reasons(name, value)}
	p.Text, p.Instead = lines(weighed(p.reasons))
	return p
}
