package hook

import (
	"os/exec"
	"path/filepath"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// dry makes a run on the host change nothing. What it returns ends that, and
// gives the trace the names of what would have been changed.
func dry(host *engine.Host, t *engine.Trace) (end func(), err error) {
	scratch, err := engine.NewScratch()
	if err != nil {
		return nil, err
	}
	host.Log.File = files.Place{}
	host.Scratch = scratch
	host.Stage = &engine.Stage{Start: func(command []string) error {
		name := command[0]
		if strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
			name = filepath.Join(host.Dir, name)
		}
		_, err := exec.LookPath(name)
		return err
	}}
	return func() {
		t.Changed = scratch.Changed()
		scratch.Close()
	}, nil
}
