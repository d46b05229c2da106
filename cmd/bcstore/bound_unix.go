//go:build unix

package main

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// bound has the system end this process if it computes for longer than cpu, and refuse it more
// memory than it may have: SQLite then reports that there is none. The limit is twice that memory,
// because the runtime reserves as much again.
func bound(cpu time.Duration, memory uint64) error {
	for limit, most := range map[int]uint64{unix.RLIMIT_CPU: uint64(cpu / time.Second), unix.RLIMIT_DATA: 2 * memory} {
		var old unix.Rlimit
		if err := unix.Getrlimit(limit, &old); err != nil {
			return err
		}
		most = min(most, old.Max)
		if err := unix.Setrlimit(limit, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit %d: %w", limit, err)
		}
	}
	return nil
}
