// Package task holds what rules ask and do about long tasks that an agent works on
// over many sessions: a plan, the pointer to it, the lock that says whose the task is,
// the knowledge gathered on the way, and marked sections of a text. Each file has one
// such format: how it is laid out, the facts that read it and the actions that write it.
//
// It is a library beside packages facts and actions, which add it by a line. Nothing
// else here is for others, and nothing of a task is known to packages outside. Where
// the files lie, and every text, number and list that is a matter of taste, comes in
// as an argument from the rules. How files are read and written is known to package
// files; what processes that write at once, or are killed, leave behind is tested here
// (process_test.go, crash_test.go), where all that is written comes together.
package task

import "bcrules.dev/engine"

// Facts are under the names that conditions have for them.
var Facts = engine.Table[engine.Fact]{
	{Name: "digest", Of: &digest},
	{Name: "knowledge", Of: &knowledge},
	{Name: "lock", Of: &lock},
	{Name: "pointer", Of: &pointer},
	{Name: "section", Of: &section},
	{Name: "task", Of: &task},
}

// Actions are under the names that rules have for them.
var Actions = engine.Table[engine.Action]{
	{Name: "bind", Of: &bind},
	{Name: "compact", Of: &compact},
	{Name: "learn", Of: &learn},
	{Name: "status", Of: &status},
	{Name: "unlock", Of: &unlock},
}
