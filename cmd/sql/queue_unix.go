//go:build unix

package sql

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"bcrules.dev/engine/store"
)

// Who writes to an SQLite file waits in a queue for who does: SQLite has its callers ask again
// and again, of which any may be the next, so that of two hundred some never are. A lock that
// all wait for has the same fault, as one that comes is sooner there than one that is woken. So each
// draws a number, which is how long the queue's file has become by a byte of its own, locks the
// byte of its number, and waits for that of the one before, who lets go of it when it is done, or
// dead. Nothing that is written hangs on the queue: it is SQLite that keeps writers apart, and who
// doesn't know of the queue, or comes before one that has drawn its number and not locked it, is
// waited for by asking (busy).

// queued is what the name of the queue's file has after that of the store's.
const queued = "-queue"

// long is from where on the numbers begin anew.
const long = 1 << 20

// A queue is who has a number in it.
type queue struct {
	file *os.File // nil for one that has none
	path string
}

// queueOf returns the queue of a store; nil where nobody else has it.
func queueOf(o *store.Opening) *queue {
	if !o.Queues() {
		return nil
	}
	return &queue{path: o.File + queued}
}

// turn waits for its turn. Who has it gives it back by over.
func (q *queue) turn(o *store.Opening) error {
	if q == nil {
		return nil
	}
	number, err := q.draw()
	if err != nil || number == 0 {
		return err
	}
	came, f := make(chan error, 1), q.file
	go func() { came <- lock(f, number-1, syscall.F_SETLKW) }()
	select {
	case err = <-came:
		return err
	case <-time.After(store.Queue):
		q.over()
		return &outage{fmt.Errorf("%s: found no end of what others do there within %s, want one", o.File, store.Queue)}
	}
}

// draw draws a number.
func (q *queue) draw() (number int64, err error) {
	f, err := q.open()
	if err != nil {
		return 0, err
	}
	if _, err = f.Write([]byte{0}); err == nil {
		number, err = f.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		err = lock(f, number, syscall.F_SETLKW) // one that comes later may have it for a moment
	}
	if err != nil {
		f.Close()
		return 0, err
	}
	q.file = f
	return number, nil
}

// open opens the file, in the folder that is held.
func (q *queue) open() (*os.File, error) {
	name := q.path
	if f := held[filepath.Dir(name)]; f != nil && f.Chdir() == nil {
		name = filepath.Base(name)
	}
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND|syscall.O_NOFOLLOW, 0o600)
}

// idle reports whether who drew the last number is done.
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

// lock locks a byte.
func lock(f *os.File, at int64, how int) error {
	for {
		err := syscall.FcntlFlock(f.Fd(), how, &syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: at, Len: 1})
		if err != syscall.EINTR {
			return err
		}
	}
}

// over has the next one go on.
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
