package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
)

// asksClient is the fact by which a rule distinguishes agents, and so chooses what each of them
// gets.
const asksClient = "client"

// unread returns the outputs of rules that an agent doesn't read at its events: a text for each
// event and output, with the hooks.
func unread(a *schema.Agent, p *plan.Plan) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(p.Events)) {
		var events []agent.Event
		for _, e := range a.Events {
			if e.Is == name {
				events = append(events, e)
			}
		}
		if len(events) == 0 { // said as a whole: it has no such event
			continue
		}
		by := map[string][]string{} // hooks by output
		for i := range p.Events[name].Hooks {
			h := &p.Events[name].Hooks[i]
			for output := range unreadOf(h, events) {
				by[output] = append(by[output], h.Name)
			}
		}
		for _, output := range slices.Sorted(maps.Keys(by)) {
			all = append(all, fmt.Sprintf("%s on %s, which %s would say", answer.Word(output), name, strings.Join(by[output], ", ")))
		}
	}
	return all
}

// unreadOf returns the outputs of a hook's rules that none of an agent's events reads. A rule that
// asks for the agent means what it says.
func unreadOf(h *plan.Hook, events []agent.Event) map[string]bool {
	lost := map[string]bool{}
	for i := range h.Rules {
		rule := &h.Rules[i]
		if rule.Off || rule.When != nil && slices.Contains(expr.Identifiers(rule.When.Src), asksClient) {
			continue
		}
		for _, step := range rule.Do {
			for _, output := range actions.All().Get(step.Action).Outputs(step.Args) {
				name, _, _ := strings.Cut(output, "=")
				if !slices.ContainsFunc(events, func(e agent.Event) bool { return e.Way(output) != nil || e.Way(name) != nil }) {
					lost[output] = true
				}
			}
		}
	}
	return lost
}
