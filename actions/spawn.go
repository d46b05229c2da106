package actions

import (
	"os/exec"

	"bcrules.dev/engine"
)

type program struct {
	Run   []string
	Mkdir string
	surroundings
}

// The program outlives the hook: it has its own session and none of the hook's descriptors, or the
// agent would wait for it.
var spawn = engine.Action{
	Doc: "start a program in the project without waiting for it",
	Args: `{
	run!: [string, ...string] // the program and its arguments
	mkdir?: string // folder to create before
	` + surroundingArgs + `
}`,
	Runs:   "run",
	Goes:   true,
	Sets:   "env",
	How:    []string{"env", "unset"},
	Writes: []string{"mkdir"},
	Folder: "mkdir",
	Do:     engine.Do[program](startProgram),
}

func startProgram(c *engine.Call, a program) error {
	if a.Mkdir != "" {
		p, err := c.Host.Place(a.Mkdir)
		if err != nil {
			return err
		}
		if err := p.MkdirAll(); err != nil {
			return err
		}
	}
	if stage := c.Host.Stage; stage != nil && stage.Start != nil {
		return stage.Start(a.Run)
	}
	cmd := exec.Command(a.Run[0], a.Run[1:]...)
	cmd.Dir, cmd.Env = c.Host.Dir, a.environ()
	Detach(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
