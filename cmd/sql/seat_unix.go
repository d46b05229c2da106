//go:build unix

package sql

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"bcrules.dev/engine/store"
)

// Few processes of this machine are at work with a server at once, and the others wait. If two
// hundred call together, each takes so long, by the processors and the connections there are, that
// many give up within their store's time, and what they have cost until then is lost. So who asks
// has a seat, which is a byte of a file that it locks, and its store's time begins then. Who waits
// for a seat does so in the queue that writers of an SQLite file have: only the first one looks for
// one.
//
// Other machines have seats of their own. If the server has too many callers for that, connected
// calls again.

// seats is how many processes are at work at once: enough for a server that is far away, and far
// fewer than it has connections.
const seats = 16

// look is how often the first in the queue looks for a free seat.
const look = 2 * time.Millisecond

// idle is how long a process keeps its seat after an answer: an event that asks more than once does
// so soon, and one that goes on with a program of some seconds needn't have it.
const idle = 500 * time.Millisecond

// A seat is the file with the byte that this process has locked.
type seat struct {
	mu   sync.Mutex
	file *os.File // nil for one who has no seat
	busy bool
}

// take takes a seat for a request, and waits until one is free. Where no file can be locked, nobody
// waits.
func (s *seat) take(o *store.Opening, within time.Duration) error {
	if !o.Queues() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy = true; s.file != nil {
		return nil
	}
	if os.MkdirAll(filepath.Dir(o.Hung), 0o700) != nil {
		return nil
	}
	f, err := os.OpenFile(o.Hung+".seats", os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil
	}
	var late *outage
	if err = first(f, o, within); err == nil {
		s.file = f
	} else if f.Close(); errors.As(err, &late) {
		return err
	}
	return nil
}

// first waits to be the first in the queue, and then for a free seat.
func first(f *os.File, o *store.Opening, within time.Duration) error {
	until := time.Now().Add(within)
	q := &queue{path: o.Hung + queued, within: within}
	if err := q.turn(o); err != nil {
		return err
	}
	defer q.over()
	for {
		for at := range int64(seats) {
			if try(f, at) == nil {
				return nil
			}
		}
		if time.Now().After(until) {
			return waited(o, within)
		}
		time.Sleep(look)
	}
}

// rest leaves the seat if no other request follows soon.
func (s *seat) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy = false; s.file == nil {
		return
	}
	time.AfterFunc(idle, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.busy && s.file != nil {
			s.file.Close()
			s.file = nil
		}
	})
}
