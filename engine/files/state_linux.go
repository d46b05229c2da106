package files

import "syscall"

func changed(s *syscall.Stat_t) int64 { return s.Ctim.Nano() }

func modified(s *syscall.Stat_t) int64 { return s.Mtim.Nano() }

// StateAt returns the state of a file, following links; Size is negative if it can't be inspected.
// It calls the system directly, because some files are checked at every event.
func StateAt(path string) State {
	var s syscall.Stat_t
	if _, err := again(func() (int, error) { return 0, syscall.Stat(path, &s) }); err != nil {
		return stateOfError(err)
	}
	return State{s.Size, modified(&s), changed(&s), int64(s.Ino)}
}
