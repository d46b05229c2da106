package journal

import (
	"os"
	"os/exec"
	"strconv"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// unlocked names the environment variable that has the writer processes live without locks.
const unlocked = "JOURNAL_UNLOCKED"

func init() {
	if os.Getenv(unlocked) != "" {
		refuseLocks()
	}
}

// refuseLocks has the system refuse this process every flock, as file systems do that have none.
func refuseLocks() {
	const load, equal, answer = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	program := []unix.SockFilter{
		{Code: load}, // the number of the call
		{Code: equal, K: unix.SYS_FLOCK, Jf: 1},
		{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOLCK)},
		{Code: answer, K: unix.SECCOMP_RET_ALLOW},
	}
	of := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		if _, _, no := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&of))); no != 0 {
			err = no
		}
	}
	if err != nil {
		panic(err)
	}
}

// Without locks in the file system no entry is lost, and a full file is renamed.
func TestWriteWithoutLocks(t *testing.T) {
	dir := t.TempDir()
	var all []*exec.Cmd
	for i := range 2 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), unlocked+"=1", writer+"="+strconv.Itoa(i), "JOURNAL_DIR="+dir)
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	for _, c := range all {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	l := in(dir, bound)
	last := map[string]int{}
	found := entries(t, l)
	for _, e := range found {
		n, _ := strconv.Atoi(e.Event)
		if before, seen := last[e.Session]; seen && n != before+1 {
			t.Errorf("%s: found entry %d after %d", e.Session, n, before)
		}
		last[e.Session] = n
		if e.Seq != 0 {
			t.Errorf("found number %d, want none", e.Seq)
		}
	}
	for name, n := range last {
		if n != each-1 {
			t.Errorf("found entry %d of %s as its last, want %d", n, name, each-1)
		}
	}
	if info, err := os.Stat(l.Old); err != nil || info.Size() < bound/16*5 {
		t.Errorf("found %v, %v of the old file, want it to be full: it was replaced by one that wasn't", info, err)
	}
	if size := l.size(); size > bound {
		t.Errorf("the log takes %d bytes, want %d at most", size, bound)
	}
}
