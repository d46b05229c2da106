// Package engine answers one event with the hooks of a plan.
//
//	event ─ run.go ─► hooks ─ scene.go ─► rules, for each item of a list if they have one (rules.go)
//	                                          │  conditions over facts (fact.go), tables (table.go)
//	                                          ▼
//	stdout ◄─ encode.go ◄─ reply.go ◄─ actions (step.go, action.go), marks (marks.go)
//
// An event passes through each of the packages around it once. Package plan has the data: events
// and hooks. Package host is the place where the hook runs. Packages files, wire and cache read and
// write. Package agent translates other agents' events into the rules' terms, and the answers back.
// Packages facts, transcript and effects are what conditions may ask; words splits names. Almost
// everything under engine/ is linked into the hook command, so what only a rule's author needs is
// in schema.
//
// The engine knows no name of an event, a fact or an action. The plan says which fields an event
// has, what its matcher is compared with and which outputs it honours; facts and actions come in as
// a library (Library). What is here is the same for all of them: selecting, evaluating, merging.
//
// Decisions:
//
// Event fields are values, facts are calls. The parentheses show an author what costs time, and &&
// is the laziness: a fact runs when a condition reaches it, and at most once an event for the same
// arguments.
//
// A rule's part of the reply counts whole or not at all: when one of its actions fails, what the
// rule had said before is dropped and the fault is logged. In a decision table the hook ends there,
// so that no later row decides in place of the one that failed.
package engine
