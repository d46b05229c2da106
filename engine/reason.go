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
// that its reader learns the worst about a call. What is said beside a reason is said of all of
// them: who lifts only the heaviest doesn't get the call through.
type Reason struct {
	Text   string
	Weight int // 0 for none

	// Instead replaces Text for an agent that substitutes another value for the one voted for; ""
	// if it is the same.
	Instead string
	// Beside is added to a text output along with the reason, if the event has that output and the
	// reason doesn't say it.
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

// withBesides returns the reply with the Beside texts of all reasons for the chosen values added,
// each once, except those that a given reason contains.
func (r *Reply) withBesides(chosen map[string]string) *Reply {
	whole := *r
	whole.ops = slices.Clip(r.ops)
	for _, o := range r.ops {
		b := o.beside
		if out := r.agenda.Outputs[b.Output]; b.Text == "" || o.value != chosen[o.output] || out.Kind != "text" || out.Plain {
			continue
		}
		said := func(other op) bool { return other.output == b.Output && other.text == b.Text }
		if !slices.ContainsFunc(whole.ops, said) && !strings.Contains(r.why(o.output, o.value).Text, b.Text) {
			whole.ops = append(whole.ops, op{output: b.Output, text: b.Text, join: "\n"})
		}
	}
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
