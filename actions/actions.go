// Package actions holds what rules may do, one action a file: its doc, the CUE definition of its
// arguments, and its code.
//
// An action gets all paths, texts and limits from the rule. Strings in its arguments are templates,
// filled in before it runs; a single ${…} keeps the type of its value. What it says to the agent
// goes to the Reply, which the engine merges.
//
// To add one, write a file with an engine.Action and add a line to all.
package actions

import "bcrules.dev/engine"

// All returns the actions by the names that rules use.
func All() engine.Table[engine.Action] { return all }

var all = engine.Table[engine.Action]{
	{Name: "allow", Of: &allow},
	{Name: "answer", Of: &answer},
	{Name: "append", Of: &appendAction},
	{Name: "ask", Of: &ask},
	{Name: "bind", Of: &bind},
	{Name: "block", Of: &block},
	{Name: "claim", Of: &claim},
	{Name: "compact", Of: &compact},
	{Name: "defer", Of: &deferCall},
	{Name: "deny", Of: &deny},
	{Name: "edit", Of: &edit},
	{Name: "extra", Of: &extra},
	{Name: "halt", Of: &halt},
	{Name: "index", Of: &index},
	{Name: "inject", Of: &inject},
	{Name: "link", Of: &link},
	{Name: "log", Of: &log},
	{Name: "mark", Of: &mark},
	{Name: "modify", Of: &modify},
	{Name: "move", Of: &move},
	{Name: "offer", Of: &offer},
	{Name: "print", Of: &print},
	{Name: "remove", Of: &remove},
	{Name: "run", Of: &run},
	{Name: "spawn", Of: &spawn},
	{Name: "state", Of: &state},
	{Name: "store", Of: &store},
	{Name: "touch", Of: &touch},
	{Name: "unlock", Of: &unlock},
	{Name: "unmark", Of: &unmark},
	{Name: "write", Of: &write},
}
