package bounded

import (
	"os/exec"
	"time"

	"golang.org/x/sys/windows"
)

// listen hears nothing: the system has no limit by which it ends a process.
func listen(*exec.Cmd) (last, wrote func() string, err error) {
	return func() string { return ended }, func() string { return "" }, nil
}

func tell(string) {}

// cpuTime returns how long processors worked for this process.
func cpuTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return 0
	}
	steps := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(steps(kernel)+steps(user)) * 100 // of 100 ns
}
