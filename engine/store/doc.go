// Package store is what the databases of rules are asked by: a request, its answer, and
// the program that stands between a hook and a database.
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
// No SQL is linked into a hook's process: it would cost each event more than most rules
// do. The program that has it, bcstore, is started at an event's first question, and
// ends when the hook closes the pipe. It knows no rules: with the first request about a
// store comes its Opening, which is the plan's. What an event or a file holds gets there
// as arguments alone, and those are values that are bound, never text of a statement.
//
// A line is one request or one answer, and each has the number of this format. A store
// that can't be asked is a Fault: the hook has no opinion then, or refuses if it is
// closed, and the log says so once a session.
package store
