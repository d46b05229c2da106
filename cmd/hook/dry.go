package hook

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"bcrules.dev/engine"
)

// dry makes a run on the host change nothing. What it returns ends that, and
// gives the trace the names of what would have been changed.
func dry(host *engine.Host, t *engine.Trace) (end func(), err error) {
	scratch, err := engine.NewScratch()
	if err != nil {
		return nil, err
	}
	host.Log.File = ""
	host.Scratch = scratch
	host.Stage = &engine.Stage{Start: func(command []string) error { return startable(command[0], host.Dir) }}
	return func() {
		t.Changed = scratch.Changed()
		scratch.Close()
	}, nil
}

// startable returns what would keep a program from starting in a folder, in the
// words that package os has for it.
func startable(name, dir string) error {
	cmd := exec.Command(name)
	if cmd.Err != nil {
		return cmd.Err
	}
	path := cmd.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	_, err := os.Stat(dir + string(filepath.Separator)) // the folder, and that it is one
	if err == nil {
		_, err = exec.LookPath(path)
	}
	var why *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &why):
		err = why.Err
	default: // a folder, or a file that may not be run
		err = fs.ErrPermission
	}
	return &fs.PathError{Op: "fork/exec", Path: cmd.Path, Err: err}
}
