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

// Descriptors of the process: pipe is the one by which it says how far it is, and muted takes
// what the runtime writes while stderr is muted.
const (
	pipe = 3 + iota
	muted
)

// ending is how much is read of what the runtime writes at the end of a process.
const ending = 1 << 16

// listen gives a process that pipe and a file for the other, and returns what says what came
// last on the pipe, and what then returns what stands in the file.
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
		r.SetReadDeadline(time.Now().Add(time.Second)) // what the process started may have it still
		all, _ := io.ReadAll(r)
		return string(all[max(0, len(all)-1):])
	}, wrote, nil
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
