// Package vet looks for rules that compile and can't be meant so: conditions that are
// proved never to hold, matchers that find nothing. What it refuses beyond what compiling
// does harms nobody at hook time, so hooks run by Schema.Compile.
//
//	schema.Set ─ subject.go ─► Subject: hooks at their events ─ the checks, one after the other ─► schema.Report
//
// A check is a value in the list of Checks, and a file. It looks at the whole Subject and
// reports at the places that hooks, rules and texts have with them (schema.Node). To add
// one is to write its file and its line in the list; help, docs and formats for tools
// have the list.
//
// What is proved of conditions (judge.go) is worked out once for a hook and reported by
// three checks (never, always, unreachable). Proofs have a budget for the whole rule set
// and for each condition, and unproved.go says where it was too small.
package vet

import (
	"bcrules.dev/schema"
)

// A Check is one kind of fault that is looked for.
type Check struct {
	Name string // as in plan.Error.Check
	Doc  string
	Run  func(*Subject, *schema.Report) // nil where compiling finds it
}

// Checks returns all checks. The first is that of faults whose Check is empty.
func Checks() []Check {
	return []Check{
		{schema.CheckUnreadable, "the files can't be read as rules", nil},
		{schema.CheckForm, "something stands where the schema wants something else", nil},
		{schema.CheckName, "a name that is not known: of an event, field, fact, option, let, action, argument, output or setting", nil},
		{schema.CheckExpression, "a condition or template that can't be compiled", nil},
		{schema.CheckIgnored, "something that the event ignores or can't be answered", nil},
		{schema.CheckMatcher, "a matcher, or a value compared with its field, that is nothing the agent is known to send", matchers},
		{checkValue, "a text that what is compared with it never is, or that a fact can do nothing with", values},
		{checkWritten, "what another language would read as a pattern or fill in, and here stands for itself", written},
		{checkNever, "a rule or hook whose condition can never hold", judged(checkNever)},
		{schema.CheckAlways, "a condition that always holds, or a test that can't fail", judged(schema.CheckAlways)},
		{checkUnreached, "a row of a decision table that earlier rows leave nothing for", judged(checkUnreached)},
		{checkConflict, "two rules that set the same field of what the event carries", conflicts},
		{checkPrompt, "a permission given in the user's place by a rule without a doc", prompts},
		{checkLong, "a text that can be longer than the agent takes", lengths},
		{checkLate, "an action that may take as long as the event has", late},
		{checkEarly, "a question how an action went before it has run", early},
		{schema.CheckTable, "a row or pattern of a table that is left out", tables},
		{schema.CheckStore, "SQL that a database doesn't take, or a query whose rows are others than said", stores},
		{checkFails, "what ends the hook on ordinary input", failing},
		{checkFile, "rules in a file that is not read, or two hooks of one name", files},
		{checkUnused, "a name that nothing asks, or a rule that does nothing", unused},
		{checkAgain, "a refusal that comes again and again, as its hook doesn't ask whether it was refused before", again},
		{checkTool, "a field that only some of the matched tools have", lacking},
		{checkProgram, "a program that is a line for a shell, or a shell's line with values in it", programs},
		{checkAgent, "what one of the agents that rules are to hold for (agents, or --agent) can't do, with what stands in for it", agents},
		{checkUnproved, "a condition that is too much work to prove anything of", unproved}, // last: others prove, too
	}
}

// Vet compiles the rule set that layers make together, and looks further. What it
// returns is as that of Schema.Compile.
func Vet(s *schema.Schema, layers ...string) (*schema.Set, error) {
	set, _ := s.Compile(layers...) // its faults stand in the report
	set.Unread()
	subject, report := newSubject(s, set), set.Source.Report
	for _, c := range Checks() {
		if c.Run != nil {
			c.Run(subject, report)
		}
	}
	set.Warnings = report.Warnings()
	return set, report.Err()
}
