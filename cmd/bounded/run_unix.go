//go:build unix

package bounded

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// pipe is the descriptor by which the process says how far it is.
const pipe = 3

// listen gives a process that pipe, and returns what says what came last on it.
func listen(cmd *exec.Cmd) (last func() string, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{w}
	return func() string {
		w.Close()
		defer r.Close()
		r.SetReadDeadline(time.Now().Add(time.Second)) // what the process started may have it still
		all, _ := io.ReadAll(r)
		return string(all[max(0, len(all)-1):])
	}, nil
}

// tell says something on the pipe, which is for nobody whom this process starts.
func tell(what string) {
	syscall.CloseOnExec(pipe)
	syscall.Write(pipe, []byte(what))
}

// cpuTime is how long processors worked for this process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
