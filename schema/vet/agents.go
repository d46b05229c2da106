package vet

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
)

// checkAgent is the name of the check for rules that use what their agent can't do.
const checkAgent = "agent"

// asksClient is the fact by which a rule distinguishes agents; what such a rule does is taken as
// intended.
const asksClient = "client"

// agents checks rules against the agents named by the rule set or by the caller of vet.
func namedIn(set *schema.Set) (named []schema.Node) {
	for _, of := range set.Scopes {
		named = append(named, of.Source.Root.Field("agents").Items()...)
	}
	return named
}

// agents checks rules against the agents named by the rule set or by the caller of vet.
func agents(s *Subject, r *schema.Report) {
	named := namedIn(s.Whole)
	if len(named) == 0 && len(s.Schema.For) == 0 {
		return
	}
	all := s.Schema.Agents()
	find := func(name string) *schema.Agent {
		i := slices.IndexFunc(all, func(a *schema.Agent) bool { return a.Name == name })
		if i < 0 {
			return nil
		}
		return all[i]
	}
	names := slices.Clone(s.Schema.For)
	for _, n := range named {
		name, _ := n.String()
		if names = append(names, name); find(name) == nil {
			var known []string
			for _, a := range all {
				known = append(known, a.Name)
			}
			r.Faultf(n.Written(), checkAgent, "%w", schema.Unknown("agent", name, known))
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if a := find(name); a != nil && !a.Native {
			for _, h := range s.Hooks {
				for _, b := range h.Bindings {
					s.checkFor(a, h, b, r)
				}
			}
		}
	}
}

// unknownTools reports whether a hook's matcher names tools that no agent has by these names.
func (s *Subject) unknownTools(b *Binding) bool {
	names, exact := b.Agenda.Matcher.Names(b.Hook.Match)
	known := s.Schema.Events.Known(b.Event, b.Agenda.Matcher).Names
	return exact && !slices.ContainsFunc(names, func(name string) bool {
		return slices.Contains(known, name) || strings.HasPrefix(name, schema.MCP)
	})
}

// checkFor checks a hook at one of its events against an agent.
func (s *Subject) checkFor(a *schema.Agent, h *Hook, b *Binding, r *schema.Report) {
	var events []agent.Event
	for _, e := range a.Events {
		if e.Is == b.Event {
			events = append(events, e)
		}
	}
	if len(events) == 0 {
		runs := "never runs there"
		if others := h.eventsOf(a); len(others) > 0 {
			runs = "runs there on " + strings.Join(others, ", ") + " alone"
		}
		r.Warnf(h.Label(), checkAgent, "found %s, which %s doesn't have: the hook %s", b.Event, a.Title, runs)
		return
	}
	if where := neverIn(events); where != "" {
		r.Warnf(h.Label(), checkAgent, "found %s, which %s doesn't send %s: the hook doesn't run on it there", b.Event, a.Title, where)
	}
	tools := s.toolsOf(a, b)
	if tools.none {
		if s.unknownTools(b) {
			return // which is said of the matcher itself
		}
		r.Warnf(h.Label(), checkAgent, "found match %s, which finds no tool that %s is known to have: the hook never runs there on %s", b.Hook.Match, a.Title, b.Event)
		return
	}
	for i := range h.Rules {
		if h.asksFor(i) {
			continue
		}
		for _, step := range b.steps(h, i) {
			for _, use := range s.Schema.Library.Actions[step.Action].Uses {
				switch {
				case use.Arg == engine.Named || !setsOutput(step.Args, use):
				case tools.patched != "" && b.Agenda.Outputs[use.Output].Kind == "change":
					r.Faultf(step.Written(), checkAgent, "found %s on %s, which with %s are files of a patch: they stay as they were; want another rule for apply_patch, or one that asks client().name", step.Action, tools.patched, a.Title)
				default:
					s.checkOutput(a, events, b, step, use, r)
				}
			}
		}
	}
}

// eventsOf returns the events of a hook that an agent has.
func (h *Hook) eventsOf(a *schema.Agent) (events []string) {
	for _, b := range h.Bindings {
		if slices.ContainsFunc(a.Events, func(e agent.Event) bool { return e.Is == b.Event }) {
			events = append(events, b.Event)
		}
	}
	return events
}

// neverIn returns the cases in which an agent sends none of some events, "" if it always sends one.
func neverIn(events []agent.Event) (where string) {
	for _, e := range events {
		if e.Never == "" {
			return ""
		}
		where = e.Never
	}
	return where
}

// A reach is the effect of a matcher on an agent's tools.
type reach struct {
	none    bool   // it matches no tool
	patched string // the tools it matches, if the agent has them only as files of a patch
}

// toolsOf compares a hook's matcher with the tools that an agent is known to have. Tools of servers
// are unknown, so a matcher for them isn't judged.
func (s *Subject) toolsOf(a *schema.Agent, b *Binding) (found reach) {
	match := b.Hook.Match
	if b.Hook.Any() || !s.Schema.Events.OfTools(b.Event) || strings.Contains(match, "mcp") {
		return reach{}
	}
	tools, patched := a.ToolNames()
	if len(tools) == 0 {
		return reach{}
	}
	finds := func(name string) bool { return b.Agenda.Matcher.Matches(match, name) }
	if tools = slices.DeleteFunc(tools, func(name string) bool { return !finds(name) }); len(tools) == 0 {
		return reach{none: true}
	}
	if !slices.ContainsFunc(tools, func(name string) bool { return !slices.Contains(patched, name) }) {
		slices.Sort(tools)
		found.patched = strings.Join(slices.Compact(tools), ", ")
	}
	return found
}

// asksFor reports whether the rule at i, or its hook, tests which agent is running.
func (h *Hook) asksFor(i int) bool {
	return slices.ContainsFunc(h.expressions, func(x expression) bool {
		return (x.rule < 0 || x.rule == i) && slices.Contains(expr.Identifiers(x.src), asksClient)
	})
}

// checkOutput notes an output that the agent ignores at an event, or uses for another purpose. If
// the output was to refuse or change something, that is a fault, as the call then goes on
// unchanged.
func (s *Subject) checkOutput(a *schema.Agent, events []agent.Event, b *Binding, step schema.Step, use engine.Use, r *schema.Report) {
	output := use.Output
	if use.Value != "" {
		output += "=" + use.Value
	}
	what := strings.TrimSpace(step.Action + " " + use.Arg)
	found := false
	for _, e := range events {
		say := e.Way(output)
		if say == nil {
			say = e.Way(use.Output)
		}
		if say == nil {
			continue
		}
		found = true
		if say.But != "" {
			r.Warnf(step.Written(), checkAgent, "%s: with %s it is %s", what, a.Title, say.But)
			break
		}
	}
	switch out := b.Agenda.Outputs[use.Output]; {
	case found:
	case companion(events, out) != "":
		r.Warnf(step.Written(), checkAgent, "%s: with %s it is no more than %s", what, a.Title, companion(events, out))
	case out.Kind == "change" || use.Output == b.Agenda.Refuse && len(out.Values) > 0 && use.Value == out.Values[0]:
		r.Faultf(step.Written(), checkAgent, "found %s on %s, of which %s reads nothing: what it is about goes on as it was; want another event, or a rule that asks client().name", what, b.Event, a.Title)
	default:
		r.Warnf(step.Written(), checkAgent, "found %s on %s, of which %s reads nothing", what, b.Event, a.Title)
	}
}

// companion returns the output, as output=value, that goes along with another and that an agent
// reads at an event; "" if there is none.
func companion(events []agent.Event, out plan.Output) string {
	for output, value := range out.Also {
		both := output + "=" + value
		if slices.ContainsFunc(events, func(e agent.Event) bool { return e.Way(both) != nil }) {
			return both
		}
	}
	return ""
}
