// Package plan is the data that both halves of bcrules know: what an author's rules
// come to, and the event that they are asked about.
//
//	rule files ─ schema ─► Plan ─ cache ─► file ─ cache ─► Plan ─ engine ─► reply
//
// A Plan (plan.go) has for each event an Agenda: how its matchers are read (match.go),
// which outputs a reply may have (output.go), and its hooks (hook.go) with their
// conditions and texts (expression.go), compiled for the virtual machine of expr
// (code.go, constant.go). An Event (event.go) is the agent's bytes, read through a
// Shape (shape.go). A Pos is where something stands in a rule file, an Error a fault
// there (error.go).
//
// What is here is data and what can be said of it without asking anybody: it reads no
// file and knows no fact or action. Package cache has its one serial form. Answering an
// event by it is package engine's, making it of CUE is package schema's.
//
// Decisions:
//
// An event is read through its shape. A field that is absent or of another type
// reads as the zero value of the type the event table gives it, so a condition
// that was type-checked cannot fail on an event that lacks a field. What goes
// back to the agent is made from the bytes that came, never from this reading.
//
// Expressions are stored as programs. Compiling one costs 20 to 60 µs in a fresh
// process, running it one or two; so rules are compiled when they are vetted. Nothing
// in the form depends on a Go type's layout, and it is read by the very version of expr
// that wrote it (CodeVersion). Lists, objects and sets of words among their constants are
// read when they are come to.
package plan
