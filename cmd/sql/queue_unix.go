//go:build unix

package sql

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"bcrules.dev/engine/store"
)

// Writers of an SQLite file wait in a queue for each other. SQLite itself makes its callers retry,
// and any of them may be next, so out of two hundred some never get a turn. A lock that all wait
// for has the same fault: a newcomer gets it before a sleeper wakes up. So each writer draws a
// number, which is the size of the queue's file after adding a byte, locks the byte of its number,
// and waits for the byte before, which its owner unlocks when it is done or dead. The data doesn't
// depend on the queue: SQLite still keeps writers apart. If a writer doesn't use the queue, the
// others retry (busy).

// queued is the suffix of the queue's file after the store's name.
const queued = "-queue"

// door is the byte that a writer locks while it draws a number.
const door = 1 << 40

// long is the number after which the numbers start again.
const long = 1 << 20

// A queue is a writer's place in it.
type queue struct {
	file   *os.File // nil for one that has none
	path   string
	within time.Duration // in which its turn must come
}

// queueOf returns the queue of a store; nil if nobody else writes to it.
func queueOf(o *store.Opening) *queue {
	if !o.Queues() {
		return nil
	}
	return &queue{path: o.File + queued, within: store.Queue}
}

// turn waits for the writer's turn, which over ends.
func (q *queue) turn(o *store.Opening) error {
	if q == nil {
		return nil
	}
	f, err := q.open()
	if err != nil {
		return err
	}
	came, late, number := make(chan error, 1), make(chan struct{}), new(atomic.Int64)
	go func() {
		mine, err := draw(f)
		number.Store(mine)
		select {
		case <-late:
		default:
			if err == nil {
				err = lock(f, mine-1, syscall.F_WRLCK)
			}
		}
		came <- err
	}()
	select {
	case err = <-came:
		if q.file = f; err != nil {
			q.over()
		}
		return err
	case <-time.After(q.within):
	}
	// The file is closed when nobody waits in it any more: its number may be another file's then. Those
	// behind needn't wait for that.
	close(late)
	lock(f, number.Load(), syscall.F_UNLCK)
	go func() {
		<-came
		f.Close()
	}()
	return waited(o, q.within)
}

// draw draws a number, from 1, and locks its byte before the next is drawn. Otherwise the next
// writer would find the byte before its own unlocked and overtake all.
func draw(f *os.File) (number int64, err error) {
	if err := lock(f, door, syscall.F_WRLCK); err != nil {
		return 0, err
	}
	defer lock(f, door, syscall.F_UNLCK)
	for {
		if _, err = f.Write([]byte{0}); err == nil {
			number, err = f.Seek(0, io.SeekCurrent)
		}
		if err != nil {
			return 0, err
		}
		// Another has it if the numbers have started again.
		if err = try(f, number); err != syscall.EAGAIN && err != syscall.EACCES {
			return number, err
		}
	}
}

// open opens the file, in the held folder.
func (q *queue) open() (*os.File, error) {
	name := q.path
	if f := held[filepath.Dir(name)]; f != nil && f.Chdir() == nil {
		name = filepath.Base(name)
	}
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
}

// idle reports whether the writer with the last number is done.
func (q *queue) idle() bool {
	f, err := q.open()
	if err != nil {
		return false
	}
	defer f.Close()
	last, err := f.Seek(0, io.SeekEnd)
	of := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: last, Len: 1}
	return err == nil && syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &of) == nil && of.Type == syscall.F_UNLCK
}

// try locks a byte if nobody has it.
func try(f *os.File, at int64) error {
	return syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: at, Len: 1})
}

// lock locks a byte, and waits for it, or unlocks it.
func lock(f *os.File, at int64, how int16) error {
	for {
		err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLKW, &syscall.Flock_t{Type: how, Whence: io.SeekStart, Start: at, Len: 1})
		if err != syscall.EINTR {
			return err
		}
	}
}

// over ends the writer's turn.
func (q *queue) over() {
	if q == nil || q.file == nil {
		return
	}
	if at, err := q.file.Seek(0, io.SeekCurrent); err == nil && at > long {
		q.file.Truncate(0)
	}
	q.file.Close()
	q.file = nil
}

// waited returns the error for waiting too long.
func waited(o *store.Opening, within time.Duration) error {
	return &outage{fmt.Errorf("%s: found others still at work there, want them done within %s", cmp.Or(o.File, "PostgreSQL"), within)}
}
