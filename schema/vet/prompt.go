package vet

import (
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/schema"

	"github.com/tidwall/gjson"
)

// checkPrompt is the name of the check for permissions given in place of the user.
const checkPrompt = "skips-prompt"

// prompts warns of rules that answer in place of the user without a doc that says why.
func prompts(s *Subject, r *schema.Report) {
	for t := range takings(s.Hooks...) {
		if p := t.b.Hook.Rules[t.rule]; p.Doc == "" && skips(s.Schema, t.b.Event, t.step) {
			r.Warnf(t.step.Written(), checkPrompt, "%s: the user is asked no more, want a doc on the rule that says why", t.step.Action)
		}
	}
}

// skips reports whether an action's answer keeps the agent from asking the user.
func skips(s *schema.Schema, event string, step schema.Step) bool {
	return slices.ContainsFunc(s.Library.Actions[step.Action].Uses, func(use engine.Use) bool {
		return setsOutput(step.Args, use) && use.Value != "" && use.Value == s.Events.Limits(event, use.Output).Skips
	})
}

// setsOutput reports whether a step has the argument that sets an output.
func setsOutput(args []byte, use engine.Use) bool {
	return use.Arg == "" || gjson.GetBytes(args, use.Arg).Exists()
}
