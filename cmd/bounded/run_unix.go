//go:build unix

package bounded

import (
	"bcrules.dev/engine/host"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Descriptors of the evaluating process: it reports its progress by pipe, and muted gets what the
// runtime writes while stderr is muted.
const (
	pipe = 3 + iota
	muted
)

// ending is how many bytes are read of what the runtime writes at the end of a process.
const ending = 1 << 16

// listen gives a process that pipe, and a file for muted. last returns what came last on the pipe,
// wrote what is in the file.
func listen(cmd *exec.Cmd) (last, wrote func() string, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	f, err := os.CreateTemp(host.Here(os.Getenv).Folders().Temp, "bcrules-")
	if err != nil {
		r.Close()
		w.Close()
		return nil, nil, err
	}
	os.Remove(f.Name())
	cmd.ExtraFiles = []*os.File{w, f}
	wrote = func() string {
		all := make([]byte, ending)
		n, _ := f.ReadAt(all, 0)
		return string(all[:n])
	}
	return func() string {
		w.Close()
		defer r.Close()
		r.SetReadDeadline(time.Now().Add(time.Second)) // a process it started may still have the pipe
		all, _ := io.ReadAll(r)
		return string(all[max(0, len(all)-1):])
	}, wrote, nil
}

// tell writes to the pipe. Processes that this one starts don't get the pipe.
func tell(what string) {
	syscall.CloseOnExec(pipe)
	syscall.Write(pipe, []byte(what))
}

// cpuTime returns how long processors worked for this process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
