package test

import (
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/test/sandbox"

	"github.com/tidwall/gjson"
)

// unasked warns of what a test says that a program prints which no rule starts so. Facts start git
// alone.
func (r *reader) unasked(s Step, report *schema.Report) {
	for _, p := range s.Prints {
		words := strings.Fields(p.Command)
		if len(words) == 0 || words[0] == "git" || r.starts(p.Command) {
			continue
		}
		report.Warnf(schema.Place{Pos: p.Pos}, schema.CheckAlways, "prints: found %s, and no rule starts a program with these words, so that nothing asks what it prints", p.Command)
	}
}

// starts reports whether a rule may start a program with these words before others: where one is
// computed, it may be any.
func (r *reader) starts(command string) bool {
	for _, a := range r.plan.Events {
		for _, h := range a.Hooks {
			for _, rule := range h.Rules {
				for _, step := range rule.Do {
					runs := r.Library.Actions[step.Action].Runs
					if runs != "" && begin(gjson.GetBytes(step.Args, runs), command) {
						return true
					}
				}
			}
		}
	}
	return false
}

// begin reports whether the line of a program may begin with some words.
func begin(run gjson.Result, command string) bool {
	var words []string
	for _, word := range run.Array() {
		words = append(words, word.String())
	}
	line, _, computed := strings.Cut(strings.Join(words, " "), "${")
	if computed || !run.IsArray() {
		return strings.HasPrefix(line, command) || strings.HasPrefix(command, line)
	}
	return sandbox.Begins(line, command)
}
