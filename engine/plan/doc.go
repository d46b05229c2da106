// Package plan is the data that both halves of bcrules know: the compiled rules, and the event they
// are asked about.
//
//	rule files ─ schema ─► Plan ─ cache ─► file ─ cache ─► Plan ─ engine ─► reply
//
// A Plan (plan.go) has an Agenda for each event: how its matchers are read (match.go), which
// outputs a reply may have (output.go), and its hooks (hook.go) with their conditions and texts
// (expression.go), compiled for the virtual machine of expr (code.go, constant.go). An Event
// (event.go) is the agent's bytes, read through a Shape (shape.go). A Pos is a position in a rule
// file, an Error a fault there (error.go).
//
// The package reads no file and knows no fact or action. Package schema makes a plan from CUE,
// package cache stores it, package engine answers events with it.
//
// Decisions:
//
// An event is read through its shape. A field that is absent or of another type reads as the zero
// value of its type in the event table, so a type-checked condition cannot fail on an event that
// lacks a field. What goes back to the agent is made from the original bytes, never from this
// reading.
//
// Expressions are stored as programs. Compiling one costs 20 to 60 µs in a fresh process, running
// it one or two; so rules are compiled when they are vetted. Nothing in the format depends on the
// layout of a Go type, and it is read by the same version of expr that wrote it (CodeVersion).
// Lists, objects and sets of words among the constants are decoded on first use.
package plan
