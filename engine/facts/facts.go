// Package facts holds what conditions may ask about, one source of facts a file.
//
// A fact reads and never writes. It gets every path, pattern, text and limit as an
// argument: how a file is laid out is known here, where it lies is known to the rules.
// A relative path is one from the event's project and can't lead out of it; "~/" is the
// user's home folder.
//
// What isn't there is not there (files.Absent). Where there is no telling, or something else
// than is asked for, the fact fails: a hook that is closed refuses then, another has no
// opinion. What projects ordinarily have, and what is left out of much, is a doubt
// (engine.Call): taken for nothing with a warning, and a fault for a closed hook alone.
//
// To add one: a variable with an engine.Fact that says all there is to say of it, in
// the file of its noun, its line in all, and an example in schema/example. What the fact gives is a plain Go value or
// a struct with tags: expr is the name of a field for conditions, which are checked by
// its type, and doc what people read of it.
package facts

import "bcrules.dev/engine"

// All returns the facts under the names that conditions have for them.
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
