package files

import "syscall"

func changed(s *syscall.Stat_t) int64 { return s.Ctim.Nano() }

func modified(s *syscall.Stat_t) int64 { return s.Mtim.Nano() }

// StateAt returns the state of what a path leads to; of what can't be looked at
// its size is negative (State). It asks the system itself, as it is asked for some files at every event.
func StateAt(path string) State {
	var s syscall.Stat_t
	if _, err := again(func() (int, error) { return 0, syscall.Stat(path, &s) }); err != nil {
		return without(err)
	}
	return State{s.Size, modified(&s), changed(&s), int64(s.Ino)}
}
