// Package engine answers one event by the hooks of a plan.
//
//	event ─ run.go ─► hooks ─ scene.go ─► rules, for each item of a list if they have one (rules.go)
//	                                          │  conditions over facts (fact.go), tables (table.go)
//	                                          ▼
//	stdout ◄─ encode.go ◄─ reply.go ◄─ actions (step.go, action.go), marks (marks.go)
//
// Around it lie the packages of an event's way, each of which it enters once: plan is
// the data, with events and hooks; host is where the hook runs; files, wire and cache
// are what is read and written; agent puts what another agent sends, and the answer to it,
// in the words that rules have and back; facts, transcript and effects are what conditions may
// ask, task is what rules ask and do about long tasks, and words takes names apart. Everything under engine/ is
// linked into the hook command, and nothing that only a rule's author needs is here:
// that is schema.
//
// The engine knows no name of an event, a fact or an action. Which fields an
// event has, what its matcher is compared with and which outputs it honours
// stand in the plan; facts and actions come in as a library (Library). What belongs
// here is what is the same for all of them: selecting, evaluating, merging.
//
// Decisions:
//
// Event fields are values, facts are calls. The parentheses show an author what
// costs time, and && is the laziness: a fact runs when a condition gets to it
// and at most once an event for the same arguments.
//
// A rule's part of the reply counts whole or not at all: when one of its
// actions fails, what the rule had said before is dropped and the fault goes to
// the log. In a decision table the hook ends there, so that no later row
// decides in the place of one that could not.
package engine
