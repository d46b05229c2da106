package schema

import (
	"maps"
	"slices"
	"strings"

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

// A ruleReader reads the rules of one hook.
type ruleReader struct {
	*env
	ids   []string // of the rules so far
	taken []string // names that steps can't have
}

// rules reads the rules of a hook without looking into their expressions, so that the
// names of steps are known before.
func (e *env) rules(n Node) []Rule {
	r := &ruleReader{env: e, taken: slices.Concat(reserved, slices.Collect(maps.Keys(e.Library.Facts)), slices.Collect(maps.Keys(e.plan.Tables)))}
	var all []Rule
	for i, n := range n.Items() {
		n.Rule = i + 1
		all = append(all, r.rule(n))
	}
	return all
}

// rule reads one rule.
func (r *ruleReader) rule(n Node) Rule {
	rule := Rule{Node: n, When: n.Field("when"), head: plan.Rule{Pos: n.Written().Pos}}
	rule.head.Doc, _ = n.Field("doc").String()
	id := n.Field("id")
	if rule.head.ID, _ = id.String(); rule.head.ID != "" && slices.Contains(r.ids, rule.head.ID) {
		id.Faultf(CheckForm, "id: found a second rule called %s, want another name", rule.head.ID)
	}
	r.ids = append(r.ids, rule.head.ID)
	for _, do := range n.Field("do").Items() {
		rule.Steps = append(rule.Steps, r.steps(do, r.outcome(do.Field("as")))...)
	}
	return rule
}

// outcome reads the name of a step, "" if it has none that can be used.
func (r *ruleReader) outcome(n Node) string {
	if !n.Exists() {
		return ""
	}
	as, _ := n.String()
	free := named(n.Report(), n.Written(), "as", as, r.taken)
	r.taken = append(r.taken, as)
	if !free {
		return ""
	}
	return as
}

// steps reads the actions that one struct under do names, whose name is as.
func (r *ruleReader) steps(do Node, as string) []Step {
	before := do.Report().Faults()
	var steps []Step
	for name, args := range do.Members() {
		if name != "as" {
			step := r.step(name, args)
			step.As = as
			steps = append(steps, step)
		}
	}
	sound := slices.ContainsFunc(steps, func(s Step) bool { return s.sound })
	if !sound && as != "" && do.Report().Faults() == before {
		do.Faultf(CheckForm, "found a name and no action, want both")
	}
	return steps
}

// step reads one action.
func (r *ruleReader) step(name string, args Node) Step {
	s := Step{Node: args, Step: plan.Step{Action: name, Pos: args.Written().Pos}}
	def := r.actions.LookupPath(cue.MakePath(cue.Def("Args"), cue.Str(name)))
	if !def.Exists() {
		args.Report().Faultf(args.Label(), CheckName, "%s", Unknown("action", name, slices.Collect(maps.Keys(r.Library.Actions))))
		return s
	}
	if !args.is(def) {
		return s
	}
	if marks := r.Library.Actions[name].Marks; marks != "" {
		r.marks(args.Field(marks))
	}
	s.Args = args.JSON()
	s.sound = s.Args != nil
	return s
}

// marks notes the name of marks that there are none of.
func (r *ruleReader) marks(n Node) {
	name, err := n.String()
	if err == nil && r.plan.Marks[name] == nil && !strings.Contains(name, "${") {
		n.Faultf(CheckName, "%s", Unknown("marks", name, slices.Collect(maps.Keys(r.plan.Marks))))
	}
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
