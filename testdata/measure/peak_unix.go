//go:build !windows

// Package measure says how much memory a process took, for the benchmark and the soak.
package measure

import (
	"os"
	"runtime"
	"syscall"
)

// Peak returns the largest resident size of a process in bytes. getrusage(2) gives kilobytes, and
// bytes on macOS.
func Peak(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
