// Package store defines how hooks query the databases of rules: a request, its answer, and the
// client of the program that opens the databases.
//
//	rule files ─ schema ─► plan.Store: SQL, its arguments in order, types of rows
//	                            │
//	a query's fact, the action store ─ engine ─► Request: what to do by name, with values
//	                                                │
//	                    Keeper ◄────────────────────┘
//	                 Helper (helper.go) ─ a line of JSON, over a pipe ─► cmd/bcstore ─► cmd/sql
//	                                                │
//	                  Answer: rows as JSON ◄────────┘ ─ engine ─► values of the types in the plan
//
// No SQL is linked into a hook's process: it would cost each event more than most rules do. The
// program that has it, bcstore, is started at an event's first question, and ends when the hook
// closes the pipe. It knows no rules: the first request about a store brings its Opening from the
// plan. Content of events and files reaches it only as arguments, which are bound values and never
// part of a statement's text.
//
// A line is one request or one answer and has the number of this format. If a store can't be asked,
// that is a Fault: the hook then has no opinion, or refuses if it is closed, and the log says so
// once a session.
package store
