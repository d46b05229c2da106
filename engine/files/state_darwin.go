package files

import "syscall"

func changed(s *syscall.Stat_t) int64 { return s.Ctimespec.Nano() }

func modified(s *syscall.Stat_t) int64 { return s.Mtimespec.Nano() }
