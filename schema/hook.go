package schema

import (
	"cmp"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// A Hook is a hook as written, read once for all its events.
type Hook struct {
	Node
	Listed Listed
	Lets   []Let // each after those it uses
	When   Condition
	Each   Each
	Rules  []Rule
	// Bindings are its compiled forms, one for each event; none if it is disabled.
	Bindings []*Binding
	// Sound reports whether it has no faults.
	Sound bool

	head                           plan.Hook   // its parts that don't depend on the event
	with                           expr.Values // nil for none
	pick, input, refusal, commands string      // fields that have defaults
}

// A Let is a let as written.
type Let struct {
	Node
	plan.Let
}

// hooks reads and compiles all hooks, in the order they are written.
func (e *env) hooks(n Node) []*Hook {
	var all []*Hook
	whole := wholeHooks(n)
	for name, n := range n.Members() {
		if n.Hook = n.src.full(name); !n.Struct("hook") {
			continue
		}
		n.From = spanOf(n.Field("from").Value)
		if !n.Field("on").Exists() && !n.Field("rules").Exists() {
			pack, hook := n.src.packWith("hooks", name)
			switch {
			case pack != "" && Nearest(name, whole) == "":
				n.Report().Faultf(n.Label(), CheckName, "found %s without its events and rules, want it under its pack: packs: %q: hooks: %q: …", name, pack, hook)
				continue
			case len(whole) > 0:
				n.Report().Faultf(n.Label(), CheckName, "%w", Unknown("hook", name, whole))
				continue
			}
		}
		all = append(all, e.hook(n.Hook, n))
	}
	return all
}

// wholeHooks returns the names of the hooks that name their events. Any other hook changes one of
// these, or is meant to.
func wholeHooks(n Node) []string {
	var names []string
	for name, n := range n.Members() {
		if n.Field("on").Exists() {
			names = append(names, name)
		}
	}
	return names
}

// hook reads a hook and compiles it for each of its events.
func (e *env) hook(name string, n Node) *Hook {
	before := n.Report().Faults()
	h := &Hook{Node: n, When: conditionOf(n.Field("when"))}
	whole := filled{n, n.Filled("#Hook")} // not kept, as CUE needs as much memory for it as for the whole pack
	on := e.events(n.Field("on"))
	for i, rule := range n.Field("rules").Items() { // before the definition, whose faults are less precise
		rule.Rule = i + 1
		e.events(rule.Field("on"))
	}
	formed := n.meetsUnified(h.src.schema.Def("#Hook"), whole.as.Value)
	h.Listed = h.listed(name, on, whole)
	h.head = plan.Hook{Name: name, Pos: h.Listed.At}
	h.head.Match = n.Field("match").Matcher()
	h.pick, h.input, h.refusal, h.commands = whole.text("pick"), whole.text("input"), whole.text("onRefusal"), whole.text("commands")
	h.readLets(e)
	h.with = e.with(n.Field("with"), h.lets()...)
	h.Each = e.each(n.Field("each"), h.lets()...)
	h.Rules = e.rules(n.Field("rules"), on, append(h.lets(), h.Each.Name))
	if lift, _ := n.Field("lift").String(); lift != "" {
		for i := range h.Rules {
			h.Rules[i].head.Lift = cmp.Or(h.Rules[i].head.Lift, lift)
		}
	}
	h.plain()
	h.readPrefetch()
	if h.Listed.Enabled {
		h.head.First, h.head.Observes = h.pick == "first", h.Listed.Mode == Observe
		h.head.Yields, h.head.Written = h.refusal == "skip", h.commands == "written"
		h.head.Closed = h.Listed.OnError == "closed" && !h.head.Observes
		h.head.Timeout = timeout(n.Field("timeout"))
		e.takes(h)
		e.writes(h)
	}
	for _, event := range on {
		binding := e.bind(h, event) // even with faults, as Plan.Closed must know it
		if h.Listed.Enabled {
			h.Bindings = append(h.Bindings, binding)
		}
	}
	h.Sound = formed && n.Report().Faults() == before
	return h
}

// filled is a hook as written and as unified with the schema's defaults.
type filled struct{ own, as Node }

// text returns a text field that has a default.
func (f filled) text(name string) string {
	text, _ := f.field(name).String()
	return text
}

// field returns the value of a field that has a default.
func (f filled) field(name string) cue.Value {
	if own, _ := f.own.Field(name).Default(); own.IsConcrete() {
		return own // given two defaults, a pack's and the schema's, CUE chooses neither
	}
	return f.as.Field(name).Value
}

// events returns the known events that a hook is on, and notes misspelt ones.
func (e *env) events(n Node) []string {
	var names []string
	for _, item := range n.Items() {
		name, err := item.String()
		switch {
		case err != nil && item.IncompleteKind() == cue.StringKind:
			item.Faultf(CheckForm, "on: found a choice of CUE's that is not made, want one event, or a list of them")
		case err != nil: // the schema reports it
		case e.Events.Has(name):
			names = append(names, name)
		case e.Events.Meant(name):
			item.Faultf(CheckName, "on: %w", e.Events.NoEvent(name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// lets returns the names of a hook's lets.
func (h *Hook) lets() []string {
	var names []string
	for _, l := range h.Lets {
		names = append(names, l.Name)
	}
	return names
}

// plain notes templates in the texts of a hook that are taken literally.
func (h *Hook) plain() {
	h.Field("doc").plain("doc")
	h.Field("forbids").plain("forbids")
	h.Field("match").plain("match")
	for _, r := range h.Rules {
		r.Field("doc").plain("doc")
		r.Field("match").plain("match")
	}
}

// readLets reads the lets of a hook.
func (h *Hook) readLets(e *env) {
	written := map[string]Node{}
	var lets []plan.Let
	for name, n := range h.Field("let").Members() {
		if _, value, _ := e.values(name); value && n.declares(name) {
			checkName(n.Report(), n.Label(), "let", name, []string{name})
		} else if e.Library.Facts[name].Ask == nil { // a let may replace a fact
			checkName(n.Report(), n.Label(), "let", name, append(e.declaredNames(), reserved...))
		}
		if src, ok := n.Text(); ok {
			lets = append(lets, plan.Let{Name: name, Expr: plan.Expression{Src: src, Pos: n.Written().Pos}})
			written[name] = n
		}
	}
	lets, err := expr.SortLets(lets)
	if err != nil {
		h.Field("let").Faultf(CheckForm, "let: %w", err)
	}
	for _, l := range lets {
		h.Lets = append(h.Lets, Let{written[l.Name], l})
	}
}

// readPrefetch reads the names of the lets to prefetch.
func (h *Hook) readPrefetch() {
	known := h.lets()
	for _, n := range h.Field("prefetch").Items() {
		name, _ := n.String()
		if !slices.Contains(known, name) {
			n.Faultf(CheckName, "prefetch: %w", Unknown("let", name, known))
		}
		h.head.Prefetch = append(h.head.Prefetch, name)
	}
}

// takes records that a hook accepts any input for its event, if it does.
func (e *env) takes(h *Hook) {
	if h.input != "any" || len(h.Listed.On) == 0 {
		return
	}
	if h.head.Closed || len(h.Listed.On) > 1 {
		h.Field("input").Faultf(CheckForm, "input: found any, want event where the hook is on several or is closed")
	}
	t := &e.plan.Takers
	if t.Events == nil {
		t.Events, t.Known = map[string]string{}, e.Events.Names()
	}
	t.Events[h.head.Name] = h.Listed.On[len(h.Listed.On)-1]
}

// writes notes a hook about written commands on events that don't say what is written.
func (e *env) writes(h *Hook) {
	if !h.head.Written {
		return
	}
	for _, on := range h.Listed.On {
		if !e.Events.SaysWritten(on) {
			h.Field("commands").Faultf(CheckForm, "commands: found written at %s, want it at an event before a call that may write", on)
		}
	}
}

// A position decides the order of hooks.
type position struct {
	order int
	layer int // from 1; 0 for packs
	at    plan.Pos
}

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.order, q.order), cmp.Compare(p.layer, q.layer), cmp.Compare(p.at.File, q.at.File), cmp.Compare(p.at.Line, q.at.Line))
}

// place appends a hook to those of its event in the plan.
func (e *env) place(b *Binding) {
	a := e.plan.Events[b.Event]
	if a == nil {
		a = b.Agenda
		a.Tools = e.Events.Tools(b.Event)
		e.plan.Events[b.Event] = a
	}
	a.Hooks = append(a.Hooks, b.Hook)
}
