// Package engine answers one hook event from a plan.
//
//	stdin ─ event.go ─► Event ─ match.go ─► hooks of the plan ─ run.go, scene.go ─► conditions (expression.go)
//	                                                                        │ over fields (shape.go), facts (fact.go)
//	                                                                        ▼ and tables (table.go)
//	stdout ◄─ encode.go ◄─ Reply (reply.go) ◄────────── actions (action.go), marks (marks.go)
//
// A plan (plan.go) is the compiled form of a rule set: plain data with a JSON form.
// Package schema makes it from CUE, package cache keeps it on disk; nothing here
// imports CUE.
//
// The engine knows no name of an event, a fact or an action. Which fields an
// event has, what its matcher is compared with and which outputs it honours
// stand in the plan; facts and actions come in as tables (Tables). What belongs
// here is what is the same for all of them: selecting, evaluating, merging.
//
// Decisions:
//
// Event fields are values, facts are calls. The parentheses show an author what
// costs time, and && is the laziness: a fact runs when a condition gets to it
// and at most once an event for the same arguments.
//
// An event is read through its shape. A field that is absent or of another type
// reads as the zero value of the type the event table gives it, so a condition
// that was type-checked cannot fail on an event that lacks a field. What goes
// back to the agent is made from the bytes that came, never from this reading.
//
// A path is a name in a folder (files.Place), whoever says it. Rules build paths
// from events and from what files hold, so a path at run time doesn't show who
// wrote it: it stays in the project. What the rules write down themselves, ~/plans
// say, is found when they are compiled and stands in the plan as the hook's reach.
//
// A rule's part of the reply counts whole or not at all: when one of its
// actions fails, what the rule had said before is dropped and the fault goes to
// the log. In a decision table the hook ends there, so that no later row
// decides in the place of one that could not.
package engine
