// Package facts has the functions that conditions call, one source of facts a file.
//
// A fact reads and never writes. It gets every path, pattern, text and limit as an argument: a fact
// knows how a file is laid out, the rules know where it is. A relative path starts at the event's
// project and can't lead out of it; "~/" is the user's home folder.
//
// A missing file is an ordinary answer (files.Absent). If a fact can't find out, or finds something
// else than it was asked for, it fails: a closed hook then refuses the event, another has no
// opinion. Where projects commonly have something unreadable, or a list is too long, the fact
// answers without it and with a doubt (engine.Call.Doubt), which is a warning, and fails only
// closed hooks.
//
// To add one, write a variable with an engine.Fact in the file of its noun, a line in all, and an
// example in schema/example. Conditions are checked by the Go type of the answer, a plain value or a
// struct with tags: expr is a field's name in conditions, doc its description.
package facts

import "bcrules.dev/engine"

// All returns the facts by the names that conditions use.
func All() engine.Table[engine.Fact] { return all }

var all = engine.Table[engine.Fact]{
	{Name: "above", Of: &above},
	{Name: "agent", Of: &agent},
	{Name: "at", Of: &at},
	{Name: "beside", Of: &beside},
	{Name: "call", Of: &call},
	{Name: "called", Of: &called},
	{Name: "captured", Of: &captured},
	{Name: "captures", Of: &captures},
	{Name: "chars", Of: &chars},
	{Name: "client", Of: &client},
	{Name: "compact", Of: &compact},
	{Name: "cut", Of: &cut},
	{Name: "cutLines", Of: &cutLines},
	{Name: "cwd", Of: &cwd},
	{Name: "digest", Of: &digest},
	{Name: "ends", Of: &ends},
	{Name: "entries", Of: &entriesIn},
	{Name: "env", Of: &env},
	{Name: "file", Of: &file},
	{Name: "filled", Of: &filled},
	{Name: "fits", Of: &fits},
	{Name: "fixed", Of: &fixed},
	{Name: "followed", Of: &followed},
	{Name: "foothold", Of: &foothold},
	{Name: "format", Of: &format},
	{Name: "git", Of: &git},
	{Name: "glob", Of: &glob},
	{Name: "grouped", Of: &grouped},
	{Name: "hasFlag", Of: &hasFlag},
	{Name: "json", Of: &jsonFile},
	{Name: "lines", Of: &lines},
	{Name: "local", Of: &local},
	{Name: "lock", Of: &lock},
	{Name: "machine", Of: &machine},
	{Name: "mainProject", Of: &mainProject},
	{Name: "marked", Of: &marked},
	{Name: "newest", Of: &newest},
	{Name: "now", Of: &now},
	{Name: "ordered", Of: &ordered},
	{Name: "os", Of: &system},
	{Name: "outline", Of: &outline},
	{Name: "padded", Of: &padded},
	{Name: "parsed", Of: &parsed},
	{Name: "program", Of: &program},
	{Name: "project", Of: &project},
	{Name: "read", Of: &read},
	{Name: "relative", Of: &relative},
	{Name: "replaced", Of: &replaced},
	{Name: "repository", Of: &repository},
	{Name: "running", Of: &running},
	{Name: "runs", Of: &runs},
	{Name: "seconds", Of: &seconds},
	{Name: "session", Of: &session},
	{Name: "sha256", Of: &hash},
	{Name: "standsOn", Of: &standsOn},
	{Name: "stems", Of: &stems},
	{Name: "swept", Of: &swept},
	{Name: "temp", Of: &temp},
	{Name: "transcript", Of: &conversation},
	{Name: "under", Of: &under},
	{Name: "unquoted", Of: &unquoted},
	{Name: "words", Of: &words},
}
