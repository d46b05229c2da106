package vet

import (
	"strings"

	"bcrules.dev/schema"
)

// braces finds texts that go to stdout instead of a reply but begin like one, so that the agent
// would parse them: at the event they are never sent (engine.Reply.Text). A text that begins with
// an expression can't be judged before the event.
func braces(s *Subject, r *schema.Report) {
	for t := range takings(s.Hooks...) {
		for _, use := range s.Schema.Library.Actions[t.step.Action].Uses {
			if t.b.Agenda.Outputs[use.Output].Plain && setsOutput(t.step.Args, use) {
				t.b.brace(t.rule, t.step, use.Arg).say(r)
			}
		}
	}
}

// brace is braces for an argument of a step of the rule at i; for all arguments if it has no name.
func (b *Binding) brace(i int, step schema.Step, arg string) finding {
	n := step.Node
	if arg != "" {
		n = step.Field(arg)
	}
	said, err := n.String()
	pieces := b.Binding.Rules[i].Pieces(said)
	if err != nil || len(pieces) == 0 || !pieces[0].Literal {
		return finding{}
	}
	before, _, found := strings.Cut(pieces[0].Text, "{")
	if !found || strings.TrimSpace(before) != "" {
		return finding{}
	}
	const text = "found a text that starts as a reply does ({) and is never said, want another start"
	return finding{at: n.Inside(pieces[0].Offset + len(before)), check: checkFails, text: step.Action + ": " + text, mild: n.Open()}
}
