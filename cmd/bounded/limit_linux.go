package bounded

import (
	"sync"

	"golang.org/x/sys/unix"
)

// hold has the system refuse the process more memory than it may have, twice for what the
// runtime sets aside, until lift. Where that happens the runtime writes pages of stacks to
// stderr, which say nothing to who reads them: until then they go to a file, of which the
// process that waits reads why this one ended.
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

// mute has stderr go to the file of what is muted, until unmute.
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
