// Package vet finds rules that compile but can't be meant, such as conditions that provably never
// hold and matchers that match nothing. Such faults do no harm at hook time, so hooks only need
// Schema.Compile.
//
//	schema.Set ─ a scope ─ subject.go ─► Subject: hooks at their events ─ the checks in turn ─► schema.Report
//
// The scopes of a rule set are checked in parallel. Only checks of how rules of several scopes
// affect each other see all scopes together (Check.Across).
//
// A check is a value in the list of Checks, and a file. It sees the whole Subject and reports at
// the places of hooks, rules and texts (schema.Node). To add one, write its file and its line in
// the list; help, docs and formats for tools are generated from the list.
//
// Package test reads the tests beside the rules, and reports faults in them and tests that can't
// fail.
//
// Proofs about a hook's conditions (judge.go) are made once and reported by three checks (never,
// always, unreachable). The rule set and each condition have a budget for proofs; unproved.go
// reports where it was too small.
package vet

import (
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
	"bcrules.dev/schema/test"
)

// A Check looks for one kind of fault.
type Check struct {
	Name string // as in plan.Error.Check
	Doc  string
	Run  func(*Subject, *schema.Report) // nil if compiling finds it
	// Across says that the check sees the hooks of all scopes together.
	Across bool
}

// Checks returns all checks. Faults without a name belong to the first.
func Checks() []Check {
	return []Check{
		{Name: schema.CheckUnreadable, Doc: "the files can't be read as rules"},
		{Name: schema.CheckForm, Doc: "something stands where the schema wants something else"},
		{Name: schema.CheckName, Doc: "a name that is not known: of an event, field, fact, option, let, action, argument, output or setting"},
		{Name: schema.CheckExpression, Doc: "a condition or template that can't be compiled"},
		{Name: schema.CheckIgnored, Doc: "something that the event ignores or can't be answered", Run: depending, Across: true},
		{Name: schema.CheckMatcher, Doc: "a matcher, or a value compared with its field, that is nothing the agent is known to send", Run: matchers},
		{Name: checkValue, Doc: "a text, or nil, that what is compared with it never is, or that a fact can do nothing with; a value of another type than the field it is put into", Run: values},
		{Name: checkWritten, Doc: "what another language would read as a pattern or fill in, and here stands for itself", Run: written},
		{Name: checkNever, Doc: "a rule or hook whose condition can never hold", Run: judged(checkNever)},
		{Name: schema.CheckAlways, Doc: "a condition that always holds, or a test that can't fail", Run: judged(schema.CheckAlways)},
		{Name: checkUnreached, Doc: "a row of a decision table that earlier rows leave nothing for, or an alternative that another one does", Run: judged(checkUnreached)},
		{Name: checkConflict, Doc: "two rules that set the same field of what the event carries", Run: conflicts, Across: true},
		{Name: checkPrompt, Doc: "a permission given without a doc, or for one part of a call; a refusal for all parts together", Run: prompts},
		{Name: checkLong, Doc: "a text that can be longer than the agent takes", Run: lengths},
		{Name: checkLate, Doc: "an action that may take as long as the event has", Run: late},
		{Name: checkEarly, Doc: "a question how an action went before it has run", Run: early},
		{Name: schema.CheckTable, Doc: "a row or pattern of a table that is left out", Run: tables},
		{Name: schema.CheckStore, Doc: "SQL that a database doesn't take, or a query whose rows are others than said", Run: stores},
		{Name: checkFails, Doc: "what ends the hook on ordinary input", Run: failing},
		{Name: checkFile, Doc: "rules in a file that is not read, or two hooks of one name", Run: files},
		{Name: checkUnused, Doc: "a name that nothing asks, or a rule that does nothing", Run: unused},
		{Name: checkAgain, Doc: "a refusal that comes again and again, as its hook doesn't ask whether it was refused before", Run: again},
		{Name: checkTool, Doc: "a field that only some of the matched tools have", Run: lacking},
		{Name: checkProgram, Doc: "a program that is a line for a shell, or a shell's line with values in it", Run: starts},
		{Name: checkLost, Doc: "something said at an event where the agent does something else with it", Run: losing},
		{Name: checkAgent, Doc: "what one of the agents that rules are to hold for (agents, or --agent) can't do, with what stands in for it", Run: agents},
		{Name: checkUnproved, Doc: "a condition that is too much work to prove anything of", Run: unproved, Across: true}, // last: others prove, too
	}
}

// Vet compiles the rule set that layers form together, and checks it further. It returns the same
// results as Schema.Compile.
func Vet(s *schema.Schema, layers ...string) (*schema.Set, error) {
	set, _ := s.Compile(layers...) // its faults are in the report
	report := set.Source.Report
	all := &Subject{Schema: s, Set: set, budget: prove.NewBudget()}
	scopes := set.Scopes
	if len(scopes) == 0 { // it couldn't be read
		scopes = []*schema.Set{set}
	}
	subjects := make([]*Subject, len(scopes))
	var sources []*schema.Source
	for _, scope := range scopes {
		sources = append(sources, scope.Source)
	}
	named := len(s.For) > 0 || len(namedIn(set)) > 0
	looks := func(i int) bool {
		if scopes[i].Kept() && !s.Looks {
			return false // vet has looked into it before
		}
		return named || !sources[i].AsShipped() && !scopes[i].Kept() || suspect(s, scopes[i])
	}
	s.SideBySide(sources, func(i int) {
		if looks(i) {
			scopes[i].Whole()
		}
	})
	s.SideBySide(sources, func(i int) {
		if subjects[i] = (&Subject{}); !looks(i) {
			return
		}
		scopes[i].Idle()
		subjects[i] = newSubject(sources[i].Schema(), scopes[i], set)
		subjects[i].runChecks(sources[i].Report)
	})
	for i, scope := range scopes {
		report.Join(scope.Source.Report)
		all.join(scope, subjects[i])
	}
	if all.runAcross(report) {
		for i, scope := range scopes {
			if looks(i) && scope.Source.Report.Found() == 0 {
				s.Clear(scope)
			}
		}
	}
	if report.Faults() == 0 && set.Plan != nil && !s.Alone {
		test.Vet(s, set.Plan, report, layers...)
	}
	set.Warnings = report.Warnings()
	return set, report.Err()
}

// runChecks runs the checks of a single scope.
func (s *Subject) runChecks(report *schema.Report) {
	for _, c := range Checks() {
		if c.Run != nil && !c.Across {
			c.Run(s, report)
		}
	}
}

// runAcross runs the checks that look at all scopes together, and reports whether they found
// nothing.
func (s *Subject) runAcross(report *schema.Report) bool {
	found := report.Found()
	for _, c := range Checks() {
		if c.Across {
			c.Run(s, report)
		}
	}
	return report.Found() == found
}
