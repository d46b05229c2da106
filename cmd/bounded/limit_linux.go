package bounded

import (
	"sync"

	"golang.org/x/sys/unix"
)

// hold has the system refuse the process more than twice the memory it may have, until lift: the
// runtime reserves as much again. If memory is refused, the runtime writes pages of stacks to
// stderr, which tell people nothing. So until lift they go to a file, from which the waiting
// process reads why this one ended.
func hold(most uint64) (lift func()) {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_DATA, &limit) != nil {
		return func() {}
	}
	held := limit
	held.Cur = min(limit.Cur, 2*most)
	if unix.Setrlimit(unix.RLIMIT_DATA, &held) != nil {
		return func() {}
	}
	unmute := mute()
	return sync.OnceFunc(func() {
		unix.Setrlimit(unix.RLIMIT_DATA, &limit)
		unmute()
	})
}

// stderrFD is the descriptor of stderr.
const stderrFD = 2

// mute sends stderr to that file until unmute.
func mute() (unmute func()) {
	unix.CloseOnExec(muted)
	stderr, err := unix.FcntlInt(stderrFD, unix.F_DUPFD_CLOEXEC, 0)
	if err != nil || unix.Dup3(muted, stderrFD, 0) != nil {
		return func() {}
	}
	return func() {
		unix.Dup3(stderr, stderrFD, 0)
		unix.Close(stderr)
	}
}
