package main

import "testing"

const ofProgram = "host.Startable, as the project may have one on the PATH"

// namesOfPrograms are the functions that find a program by its name.
var namesOfPrograms = map[string]string{"exec.LookPath": ofProgram, "exec.Command": ofProgram, "exec.CommandContext": ofProgram}

const (
	ofLooking = "it is looked for and not started"
	ofSelf    = "this program, or one beside it"
	ofUser    = "a command line of rules or settings that the user trusts or has written"
)

// allowedPrograms are the files that may use one of them, and why.
var allowedPrograms = map[string]string{
	"actions/index.go exec.Command":                     ofSelf,
	"actions/run.go exec.Command":                       ofUser,
	"actions/run_windows.go exec.Command":               "by its place in the system's folder",
	"actions/spawn.go exec.Command":                     ofUser,
	"cmd/bchook/beside.go exec.Command":                 ofSelf,
	"cmd/bchook/beside.go exec.CommandContext":          ofSelf,
	"cmd/bcrules/agent_canary.go exec.CommandContext":   ofUser,
	"cmd/bcrules/index.go exec.Command":                 ofSelf,
	"cmd/bcrules/index.go exec.CommandContext":          ofSelf,
	"cmd/bounded/run.go exec.Command":                   ofSelf,
	"cmd/doctor/canary.go exec.CommandContext":          ofUser,
	"cmd/fleet/check.go exec.CommandContext":            ofSelf,
	"cmd/fleet/machine_darwin.go exec.Command":          "by its place",
	"cmd/doctor/plugin.go exec.LookPath":                ofLooking,
	"cmd/doctor/program.go exec.LookPath":               ofLooking,
	"engine/git/git.go exec.CommandContext":             "what host.Startable has found",
	"cmd/hook/behind.go exec.Command":                   ofSelf,
	"cmd/hook/dry.go exec.Command":                      ofLooking,
	"cmd/hook/dry.go exec.LookPath":                     ofLooking,
	"cmd/layers/compile/compile.go exec.LookPath":       "host.Brought is asked of it, which is stricter",
	"engine/host/started.go exec.LookPath":              "that is the function",
	"cmd/settings/program.go exec.LookPath":             "host.Brought is asked of it, which is stricter",
	"cmd/settings/word.go exec.LookPath":                "host.Brought is asked of it, which is stricter",
	"cmd/show/registered.go exec.LookPath":              ofLooking,
	"cmd/ui/ask.go exec.CommandContext":                 ofSelf,
	"cmd/ui/open.go exec.Command":                       "what host.Startable has found",
	"engine/facts/process_other.go exec.CommandContext": "by its place",
	"engine/host/beside.go exec.LookPath":               ofSelf,
	"engine/store/helper.go exec.Command":               ofSelf,
}

// One function finds the programs that this one starts by itself, and skips the project's.
func TestProgramsAreFoundByOne(t *testing.T) {
	onlyIn(t, namesOfPrograms, allowedPrograms, "actions", "cmd", "engine", "schema")
}
