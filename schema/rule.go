package schema

import (
	"maps"
	"slices"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// A Rule is a rule as it is written.
type Rule struct {
	Node
	When  Node
	Steps []Step

	head plan.Rule // what is the same at all events
}

// A Step is an action under a rule's do, as it is written.
type Step struct {
	Node // its arguments
	plan.Step

	sound bool // it is an action, and has the arguments that this wants
}

// rules reads the rules of a hook without looking into their expressions, so that the
// names of steps are known before.
func (e *env) rules(n Node) []Rule {
	var all []Rule
	var outcomes []string
	ids := map[string]bool{}
	for i, n := range n.Items() {
		n.Rule = i + 1
		r := Rule{Node: n, When: n.Field("when"), head: plan.Rule{Pos: n.Written().Pos}}
		id := n.Field("id")
		if r.head.ID, _ = id.String(); r.head.ID != "" && ids[r.head.ID] {
			id.Faultf(CheckForm, "id: found a second rule called %s, want another name", r.head.ID)
		}
		ids[r.head.ID] = true
		r.head.Doc, _ = n.Field("doc").String()
		for _, do := range n.Field("do").Items() {
			as := e.outcome(do.Field("as"), outcomes)
			outcomes = append(outcomes, as)
			r.Steps = append(r.Steps, e.steps(do, as)...)
		}
		all = append(all, r)
	}
	return all
}

// outcome reads the name of a step, "" if it has none that can be used. Names of other
// steps are taken.
func (e *env) outcome(n Node, taken []string) string {
	if !n.Exists() {
		return ""
	}
	as, _ := n.String()
	taken = slices.Concat(reserved, slices.Collect(maps.Keys(e.Library.Facts)), slices.Collect(maps.Keys(e.plan.Tables)), taken)
	if !named(n.Report(), n.Written(), "as", as, taken) {
		return ""
	}
	return as
}

// steps reads the actions that one struct under do names, whose name is as.
func (e *env) steps(do Node, as string) []Step {
	before := do.Report().Faults()
	var steps []Step
	done := 0
	for name, args := range do.Members() {
		if name == "as" {
			continue
		}
		step := e.step(name, args)
		if step.As = as; step.sound {
			done++
		}
		steps = append(steps, step)
	}
	if done == 0 && as != "" && do.Report().Faults() == before {
		do.Faultf(CheckForm, "found a name and no action, want both")
	}
	return steps
}

// step reads one action.
func (e *env) step(name string, args Node) Step {
	s := Step{Node: args, Step: plan.Step{Action: name, Pos: args.Written().Pos}}
	def := e.actions.LookupPath(cue.MakePath(cue.Def("Args"), cue.Str(name)))
	if !def.Exists() {
		args.Report().Faultf(args.Label(), CheckName, "%s", Unknown("action", name, slices.Collect(maps.Keys(e.Library.Actions))))
		return s
	}
	if !args.is(def) {
		return s
	}
	e.marksNamed(name, args)
	s.Args = args.JSON()
	s.sound = s.Args != nil
	return s
}

// plan returns the rule of the plan, without what its expressions are compiled to.
func (r Rule) plan() plan.Rule {
	p := r.head
	for _, s := range r.Steps {
		if s.sound {
			p.Do = append(p.Do, s.Step)
		}
	}
	return p
}
