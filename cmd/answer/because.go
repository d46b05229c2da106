package answer

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
)

// Of returns a summary of a trace.
func Of(t *engine.Trace) Because {
	d := Decision{Said: t.Said, Would: t.Would, Refused: t.Refused}
	a := Because{Decision: d.Words(), Would: words(d.Would), Tone: d.Tone(), Refused: t.Refused, Rules: []Rule{}, Others: []Other{}, NotRun: []NotRun{}, NotChosen: []NotChosen{}}
	for _, h := range t.Hooks {
		a.NotChosen = append(a.NotChosen, notChosen(h)...)
		x, counted, weaker := explainer(h), len(a.Rules), []Rule(nil)
		for _, r := range h.Rules {
			for _, s := range steps(r) {
				if s.NotRun != nil {
					a.NotRun = append(a.NotRun, NotRun{h.Name, r.Number, r.ID, s.Pos, s.NotRun, s.Value})
				}
			}
			if rule := x.decided(t, r); len(rule.Did) > 0 {
				a.Rules = append(a.Rules, rule)
			} else if saidAny(r) {
				weaker = append(weaker, x.silent(r))
			}
		}
		switch {
		case len(a.Rules) == counted:
			a.Others = append(a.Others, x.other())
		case len(weaker) > 0:
			a.Others = append(a.Others, Other{Hook: h.Name, Pos: h.Pos, Cause: Overruled, Rules: weaker})
		}
	}
	return a
}

// steps returns a rule's steps, including those for items.
func steps(r *engine.RuleTrace) []*engine.StepTrace {
	all := slices.Clone(r.Steps)
	for _, item := range r.Items {
		all = append(all, steps(item)...)
	}
	return all
}

// saidAny reports whether a rule said anything that isn't so without it.
func saidAny(r *engine.RuleTrace) bool {
	return slices.ContainsFunc(steps(r), func(s *engine.StepTrace) bool {
		return slices.ContainsFunc(s.Said, func(said engine.Said) bool { return !said.Same })
	})
}

// rule returns the common fields of a rule.
func (x reasons) rule(r *engine.RuleTrace) Rule {
	return Rule{Hook: x.hook.Name, Number: r.Number, ID: r.ID, Doc: r.Doc, Pos: r.Pos, Result: r.Result, When: x.reason(r.When),
		Error: r.Error, Background: r.Background, Over: x.hook.Over}
}

// decided returns a rule that may have a part in the reply; Did is empty if it has none.
func (x reasons) decided(t *engine.Trace, r *engine.RuleTrace) Rule {
	out := x.rule(r)
	if x.hook.Closed || r.Result == engine.Failed {
		return out // its outputs were dropped
	}
	said, did := t.Said, ""
	if x.hook.Observes || r.Lifted {
		said, did = t.Would, "would "
	}
	out.First, out.Did = x.reason(x.hook.When), counted(said, did, r.Steps)
	if r.Each != nil {
		out.Each = &Part{Src: r.Each.Src}
		x.values(*r.Each, &out.Each.Values, mostNested)
	}
	for _, item := range r.Items {
		if did := counted(said, did, item.Steps); len(did) > 0 {
			out.Did = append(out.Did, did...)
			out.For = append(out.For, Item{item.As, item.Item, x.reason(item.When)})
		}
	}
	slices.Sort(out.Did)
	out.Did = slices.Compact(out.Did)
	return out
}

// counted returns the actions whose outputs are in the reply, prefixed by word.
func counted(outputs []string, word string, all []*engine.StepTrace) (did []string) {
	for _, s := range all {
		if slices.ContainsFunc(s.Said, func(said engine.Said) bool { return has(outputs, said) }) {
			did = append(did, word+s.Action)
		}
	}
	return did
}

// has reports whether s is among outputs and not lost; for a choice, only if its value won.
func has(outputs []string, s engine.Said) bool {
	if s.Lost {
		return false
	}
	said := s.Output
	if s.Value != "" {
		said += "=" + s.Value
	}
	return s.Output == "" || slices.ContainsFunc(outputs, func(one string) bool {
		return one == said || s.Value == "" && strings.HasPrefix(one, said+"=")
	})
}

// other returns why the hook has no part in the reply.
func (x reasons) other() Other {
	h := x.hook
	o := Other{Hook: h.Name, Pos: h.Pos, Error: h.Error, Cause: NoRule}
	for _, r := range h.Rules {
		if r.Result != engine.NotReached && r.Result != engine.Elsewhere {
			o.Rules = append(o.Rules, x.silent(r))
		}
	}
	switch {
	case h.Yielded:
		o.Cause = Yielded
	case h.Closed:
		o.Cause = Closed
	case h.Error != "":
		o.Cause = Broken
	case h.When != nil && h.When.Value != true:
		o.Cause, o.When = Unasked, x.reason(h.When)
	case slices.ContainsFunc(h.Rules, saidAny):
		o.Cause = Overruled
	case slices.ContainsFunc(o.Rules, func(r Rule) bool { return r.Result == engine.Held }):
		o.Cause = Quiet
	case h.Each != nil && len(o.Rules) == 0:
		o.Cause = NoItem
	}
	return o
}

// silent returns a rule that has no part in the reply.
func (x reasons) silent(r *engine.RuleTrace) Rule {
	out := x.rule(r)
	out.None = r.Each != nil && len(r.Items) == 0
	at := r
	for _, item := range r.Items {
		if at == r || item.Result == r.Result && (at.Result != r.Result || held(item.When) > held(at.When)) {
			at = item
		}
	}
	if at != r {
		out.As, out.Item, out.When = at.As, at.Item, x.reason(at.When)
	}
	out.held = held(at.When)
	for _, step := range at.Steps {
		out.Did = append(out.Did, step.Action)
	}
	return out
}

// held counts the operands of a condition that hold.
func held(f *engine.Finding) int {
	n := 0
	if f != nil && f.Op == engine.And {
		for _, p := range f.Parts {
			if p.Value == true {
				n++
			}
		}
	}
	return n
}
