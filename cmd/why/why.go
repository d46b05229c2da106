// Package why says in few words how an event was answered: what was decided, by which
// rules and because of which values; and of each other hook why it had nothing to say.
//
//	engine.Trace ─ why.go ─► rules that have a part in the reply, and the hooks beside them
//	                 ├─ left.go ─► rows and texts that were not chosen
//	                 └─ reason.go ─► of a condition, the smallest parts that decided, with their values
//
// A trace has all that there is to say; what is left out here is what didn't decide.
// cmd/show writes both for people.
package why

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// An Answer is how an event was answered, in short.
type Answer struct {
	Decision []string `json:"decision"` // what the reply says, by outputs; of a choice the value that won. None: no opinion
	Refused  bool     `json:"refused"`  // the event was
	Rules    []Rule   `json:"rules"`    // that have a part in the reply, in their order
	Others   []Other  `json:"others"`   // the other hooks that matched, in their order
	NotRun   []NotRun `json:"notRun"`   // programs that a dry run did not start

	NotChosen []NotChosen `json:"notChosen"` // rows and texts that came up
}

// A NotRun is a program that a rule runs and a dry run did not.
type NotRun struct {
	Hook    string   `json:"hook"`
	Number  int      `json:"number"`
	ID      string   `json:"id,omitempty"`
	Pos     plan.Pos `json:"pos"` // of the action
	Command any      `json:"command"`
	Value   any      `json:"value,omitempty"` // what the rules have in the place of what it gives
}

// A Rule has a part in the reply.
type Rule struct {
	Hook   string   `json:"hook"`
	Number int      `json:"number"`
	ID     string   `json:"id,omitempty"`
	Doc    string   `json:"doc,omitempty"`
	Pos    plan.Pos `json:"pos"`
	Did    []string `json:"did"`              // its actions that say something there
	First  *Reason  `json:"first,omitempty"`  // the condition of its hook
	When   *Reason  `json:"reason,omitempty"` // its own
	Each   *Part    `json:"each,omitempty"`   // the list for whose items it was asked
	For    []For    `json:"for,omitempty"`    // the items it held for, if it was asked for each of some
}

// For is an item that a rule was asked for, and why the rule held for it.
type For struct {
	Name string  `json:"name"` // that the rule knows it by
	Item any     `json:"item"`
	When *Reason `json:"reason,omitempty"`
}

// An Other hook matched and has no part in the reply.
type Other struct {
	Hook  string   `json:"hook"`
	Pos   plan.Pos `json:"pos"`
	What  What     `json:"what"`
	When  *Reason  `json:"reason,omitempty"` // the condition that doesn't hold
	Error string   `json:"error,omitempty"`
	Rules []Silent `json:"rules,omitempty"` // that were asked
}

// A Passed hook is on the event and was passed over.
type Passed struct {
	Name string   `json:"name"`
	Pos  plan.Pos `json:"pos"`
	Why  string   `json:"why"`
}

// What is why a hook has no part in the reply.
type What string

// The reasons.
const (
	Closed    What = "failed, and refuses" // an error ended it, and it is closed
	Broken    What = "failed"              // an error ended it
	Unasked   What = "condition"           // its condition doesn't hold
	NoItem    What = "nothing to ask for"  // the list for whose items it asks is empty
	NoRule    What = "no rule held"
	Quiet     What = "said nothing" // a rule held and has nothing to say
	Overruled What = "overruled"    // what it said counts less than what others did
)

// A Silent rule was asked and has no part in the reply.
type Silent struct {
	Number int           `json:"number"`
	ID     string        `json:"id,omitempty"`
	Pos    plan.Pos      `json:"pos"`
	Result engine.Result `json:"result"`
	When   *Reason       `json:"reason,omitempty"` // the condition that doesn't hold, of the nearest item if there are some
	As     string        `json:"as,omitempty"`     // the name of that item
	Item   any           `json:"item,omitempty"`   // and the item
	None   bool          `json:"none,omitempty"`   // there is no item
	Did    []string      `json:"did,omitempty"`    // its actions
	Error  string        `json:"error,omitempty"`
	// Background says that its actions are done when the answer is out.
	Background bool `json:"background,omitempty"`

	held int // operands of its condition that do
}

// Nearest returns the rule whose condition came nearest to holding; nil if there is none.
func (o *Other) Nearest() *Silent {
	var best *Silent
	for i := range o.Rules {
		if best == nil || o.Rules[i].held > best.held {
			best = &o.Rules[i]
		}
	}
	return best
}

// Of returns in short what a trace says.
func Of(t *engine.Trace) *Answer {
	a := &Answer{Refused: t.Refused, Rules: []Rule{}, Others: []Other{}, Decision: []string{}, NotRun: []NotRun{}, NotChosen: []NotChosen{}}
	for _, said := range t.Said {
		output, value, choice := strings.Cut(said, "=")
		if choice {
			output = value
		}
		a.Decision = append(a.Decision, output)
	}
	for _, h := range t.Hooks {
		a.NotChosen = append(a.NotChosen, notChosen(h)...)
		counted, weaker := len(a.Rules), Other{Hook: h.Name, Pos: h.Pos, What: Overruled}
		for _, r := range h.Rules {
			a.NotRun = append(a.NotRun, notRun(h, r)...)
			if rule, ok := decided(t, h, r); ok {
				a.Rules = append(a.Rules, rule)
			} else if saidAny(r) {
				weaker.Rules = append(weaker.Rules, explainer(h).silent(r))
			}
		}
		switch {
		case len(a.Rules) == counted:
			a.Others = append(a.Others, other(h))
		case len(weaker.Rules) > 0:
			a.Others = append(a.Others, weaker)
		}
	}
	return a
}

// notRun returns the programs of a rule that a dry run did not start.
func notRun(h *engine.HookTrace, r *engine.RuleTrace) (all []NotRun) {
	for _, s := range r.Steps {
		if s.NotRun != nil {
			all = append(all, NotRun{h.Name, r.Number, r.ID, s.Pos, s.NotRun, s.Value})
		}
	}
	for _, item := range r.Items {
		all = append(all, notRun(h, item)...)
	}
	return all
}

// decided returns a rule if it has a part in the reply.
func decided(t *engine.Trace, h *engine.HookTrace, r *engine.RuleTrace) (Rule, bool) {
	if h.Closed || r.Result == engine.Failed {
		return Rule{}, false // what it had said is dropped
	}
	x := explainer(h)
	out := Rule{Hook: h.Name, Number: r.Number, ID: r.ID, Doc: r.Doc, Pos: r.Pos, First: x.reason(h.When), When: x.reason(r.When), Did: counted(t, r)}
	if r.Each != nil {
		out.Each = &Part{Src: r.Each.Src}
		x.values(*r.Each, &out.Each.Values, mostNested)
	}
	for _, item := range r.Items {
		if did := counted(t, item); len(did) > 0 {
			out.Did = append(out.Did, did...)
			out.For = append(out.For, For{item.As, item.Item, x.reason(item.When)})
		}
	}
	slices.Sort(out.Did)
	out.Did = slices.Compact(out.Did)
	return out, len(out.Did) > 0
}

// counted returns the actions of a rule that say what the reply has.
func counted(t *engine.Trace, r *engine.RuleTrace) (did []string) {
	for _, s := range r.Steps {
		if slices.ContainsFunc(s.Said, func(said engine.Said) bool { return has(t, said) }) {
			did = append(did, s.Action)
		}
	}
	return did
}

// has reports whether what was said is in the reply: a choice only if that value won.
func has(t *engine.Trace, s engine.Said) bool {
	said := s.Output
	if s.Value != "" {
		said += "=" + s.Value
	}
	return s.Output == "" || slices.ContainsFunc(t.Said, func(one string) bool {
		return one == said || s.Value == "" && strings.HasPrefix(one, said+"=")
	})
}

// other says why a hook has no part in the reply.
func other(h *engine.HookTrace) Other {
	x := explainer(h)
	o := Other{Hook: h.Name, Pos: h.Pos, Error: h.Error, What: NoRule}
	for _, r := range h.Rules {
		if r.Result != engine.NotReached && r.Result != engine.Elsewhere {
			o.Rules = append(o.Rules, x.silent(r))
		}
	}
	did := func(r Silent) bool { return r.Result == engine.Held }
	switch {
	case h.Closed:
		o.What = Closed
	case h.Error != "":
		o.What = Broken
	case h.When != nil && h.When.Value != true:
		o.What, o.When = Unasked, x.reason(h.When)
	case slices.ContainsFunc(h.Rules, saidAny):
		o.What = Overruled
	case slices.ContainsFunc(o.Rules, did):
		o.What = Quiet
	case h.Each != nil && len(o.Rules) == 0:
		o.What = NoItem
	}
	return o
}

func saidAny(r *engine.RuleTrace) bool {
	return slices.ContainsFunc(r.Steps, func(s *engine.StepTrace) bool { return len(s.Said) > 0 }) || slices.ContainsFunc(r.Items, saidAny)
}

// silent says why a rule has no part in the reply.
func (x reasons) silent(r *engine.RuleTrace) Silent {
	s := Silent{Number: r.Number, ID: r.ID, Pos: r.Pos, Result: r.Result, Error: r.Error, Background: r.Background, None: r.Each != nil && len(r.Items) == 0, When: x.reason(r.When)}
	at := r
	for _, item := range r.Items {
		if at == r || item.Result == r.Result && (at.Result != r.Result || held(item.When) > held(at.When)) {
			at = item
		}
	}
	if at != r {
		s.As, s.Item, s.When = at.As, at.Item, x.reason(at.When)
	}
	s.held = held(at.When)
	for _, step := range at.Steps {
		s.Did = append(s.Did, step.Action)
	}
	return s
}

// held returns how many operands of a condition hold.
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
