package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// A Rule is a rule as written.
type Rule struct {
	Node
	On    []string // the hook's events that it applies to
	When  Condition
	Each  Each
	Steps []Step

	head plan.Rule   // its parts that don't depend on the event
	with expr.Values // nil for none
}

// A Step is an action under a rule's do, as written.
type Step struct {
	Node // its arguments
	plan.Step
	When Condition

	sound bool // it is a known action with valid arguments
}

// A ruleReader reads the rules of one hook.
type ruleReader struct {
	*env
	on    []string // the events of the hook
	ids   []string // of the rules so far
	taken []string // names of lets, of the hook's items, and of steps
	items []string // names of the rules' own items, which several rules may use
}

// rules reads the rules of a hook without compiling expressions, which may use the names of all
// steps. taken are the names of the hook's lets and its each.
func (e *env) rules(n Node, on, taken []string) []Rule {
	r := &ruleReader{env: e, on: on, taken: taken}
	var all []Rule
	for i, n := range n.Items() {
		n.Rule = i + 1
		if from := spanOf(n.Field("from").Value); from.Line > 0 {
			n.From = from
		}
		all = append(all, r.rule(n))
	}
	return all
}

// rule reads one rule.
func (r *ruleReader) rule(n Node) Rule {
	rule := Rule{Node: n, When: conditionOf(n.Field("when")), head: plan.Rule{Pos: n.Written().Pos}}
	if n.Field("from").Exists() && n.From.Line > 0 {
		rule.head.Pos = n.From.Pos
	}
	rule.On = r.events(n.Field("on"))
	rule.head.Match = n.Field("match").Matcher()
	rule.with = r.with(n.Field("with"), r.taken...)
	rule.Each = r.each(n.Field("each"), r.taken...)
	if rule.Each.Name != "" {
		r.items = append(r.items, rule.Each.Name)
	}
	rule.head.Doc, _ = n.Field("doc").String()
	id := n.Field("id")
	if rule.head.ID, _ = id.String(); rule.head.ID != "" && slices.Contains(r.ids, rule.head.ID) {
		id.Faultf(CheckForm, "id: found a second rule called %s, want another name", rule.head.ID)
	}
	r.ids = append(r.ids, rule.head.ID)
	rule.head.Lift, _ = n.Field("lift").String()
	rule.head.Background, _ = n.Field("background").Bool()
	for _, do := range n.Field("do").Items() {
		rule.Steps = append(rule.Steps, r.steps(do, r.outcome(do.Field("as")))...)
	}
	for _, step := range rule.Steps {
		if of := r.Library.Actions[step.Action]; rule.head.Background && (len(of.Uses) > 0 || of.Beside) {
			step.Report().Faultf(step.Label(), CheckIgnored, "%s: found it in a background rule, which is done when the answer is out; want an action that says nothing", step.Action)
		}
	}
	return rule
}

// events returns the hook's events that a rule applies to: all if it names none.
func (r *ruleReader) events(n Node) []string {
	if !n.Exists() {
		return r.on
	}
	own := r.env.events(n)
	for _, item := range n.Items() {
		name, err := item.String()
		if err == nil && r.Events.Has(name) && !slices.Contains(r.on, name) {
			item.Faultf(CheckName, "on: found %s, want one of the hook's events: %s", name, strings.Join(r.on, ", "))
		}
	}
	return slices.DeleteFunc(own, func(name string) bool { return !slices.Contains(r.on, name) })
}

// outcome reads the name of a step; "" if it has none or an unusable one.
func (r *ruleReader) outcome(n Node) string {
	if !n.Exists() {
		return ""
	}
	as, err := n.String()
	if err != nil {
		n.Faultf(CheckForm, "as: found %s, want a name such as made", OneLine(n.Value))
		return ""
	}
	free := checkName(n.Report(), n.Written(), "as", as, r.spoken(n, as, slices.Concat(r.taken, r.items)...))
	r.taken = append(r.taken, as)
	if !free {
		return ""
	}
	return as
}

// steps reads the actions of one struct under do; as is the name they share.
func (r *ruleReader) steps(do Node, as string) []Step {
	before := do.Report().Faults()
	when := conditionOf(do.Field("when"))
	var steps []Step
	for name, args := range do.Members() {
		if name != "as" && name != "when" {
			step := r.step(name, args)
			step.As, step.When = as, when
			steps = append(steps, step)
		}
	}
	sound := slices.ContainsFunc(steps, func(s Step) bool { return s.sound })
	if !sound && as == "" && when.Exists() && do.Report().Faults() == before {
		do.Faultf(CheckForm, "found a condition and no action, want both")
	}
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
		args.Report().Faultf(args.Label(), CheckName, "%w", Unknown("action", name, slices.Collect(maps.Keys(r.Library.Actions))))
		return s
	}
	if !args.meets(def) {
		return s
	}
	if marks := r.Library.Actions[name].Marks; marks != "" {
		r.marks(args.Field(marks))
	}
	if of := r.Library.Actions[name]; of.Store != "" {
		r.checkStore(args.Field(of.Store), args.Field(of.Done))
	}
	r.oneOf(args, name)
	s.Args = args.JSON()
	s.sound = s.Args != nil
	if check := r.Library.Actions[name].Check; check != nil && s.sound {
		if err := check(s.Args); err != nil {
			args.Faultf(CheckForm, "%s: %w", name, err)
		}
	}
	return s
}

// oneOf notes a fault unless exactly one of an action's alternative arguments is given.
func (r *ruleReader) oneOf(args Node, action string) {
	of := r.Library.Actions[action].OneOf
	var given []string
	for _, name := range of {
		if args.Field(name).Exists() {
			given = append(given, name)
		}
	}
	if len(of) > 0 && len(given) != 1 {
		found := strings.Join(given, " and ")
		args.Faultf(CheckForm, "%s: found %s, want one of %s", action, cmp.Or(found, "none of them"), strings.Join(of, ", "))
	}
}

// marks notes an unknown name of marks.
func (r *ruleReader) marks(n Node) {
	name, err := n.String()
	if err != nil || r.plan.Marks[name] != nil || strings.Contains(name, "${") {
		return
	}
	if len(r.plan.Marks) == 0 {
		n.Faultf(CheckName, "unknown marks %s, want them among the rules: marks: %[1]s: claims: \"${temp()}/%[1]s-${session().id}.d\"", name)
	} else {
		n.Faultf(CheckName, "%w", Unknown("marks", name, slices.Collect(maps.Keys(r.plan.Marks))))
	}
}

// plan returns the rule of the plan at an event, without compiled expressions.
func (r Rule) plan(event string) plan.Rule {
	p := r.head
	if !slices.Contains(r.On, event) {
		return plan.Rule{Pos: p.Pos, ID: p.ID, Doc: p.Doc, Off: true}
	}
	for _, s := range r.Steps {
		if s.sound {
			p.Do = append(p.Do, s.Step)
		}
	}
	return p
}
