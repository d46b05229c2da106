package actions

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"

	"bcrules.dev/engine"
)

type indexing struct{ Files []string }

// The indexer outlives the hook, like a spawned program.
var index = engine.Action{
	Doc: `update the project's code index in the background
Rules query it as a store ("bcrules docs stores"). Without files it reads all files that
changed since the last update; with files only these, by their paths, if they are in the
project. Of several concurrent updates one does the work of all.

   {when: "event.tool_name in ['Edit', 'Write']", do: index: files: ["${event.tool_input.file_path}"]}`,
	Args: `{
	files?: [...string] // files to read again; absent: all of the project
}`,
	Starts: "bcindex, which reads the project's files for its index in the user's cache folder",
	Do:     engine.Do[indexing](startIndexer),
}

func startIndexer(c *engine.Call, a indexing) error {
	paths := []string{}
	for _, name := range a.Files {
		if name = c.Host.Local(name); filepath.IsLocal(filepath.FromSlash(name)) {
			paths = append(paths, name)
		}
	}
	if len(paths) == 0 && a.Files != nil {
		return engine.ErrSkip
	}
	slices.Sort(paths)
	command, err := c.Host.Indexer(slices.Compact(paths))
	if err != nil {
		return err
	}
	if stage := c.Host.Stage; stage != nil && stage.Start != nil {
		if c.Host.Staged() { // a staged run shows it by name
			command = append([]string{"bcindex"}, paths...)
		}
		return stage.Start(command)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = c.Host.Dir
	Detach(cmd)
	if err := cmd.Start(); errors.Is(err, exec.ErrNotFound) {
		return errors.New("found no bcindex beside this program, want one")
	} else if err != nil {
		return err
	}
	return cmd.Process.Release()
}
