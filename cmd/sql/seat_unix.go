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

// Only a few processes of this machine use a server at once, and the others wait. If two hundred
// called it together, sharing processors and connections would make each so slow that many exceeded
// their store's time, and their work was lost. So a process first takes a seat, by locking a byte
// of a file, and its store's time begins then. Processes wait for a seat in a queue like that of
// writers of an SQLite file: only the first one looks for a free seat.
//
// Other machines have their own seats. If the server has too many callers nevertheless, connected
// tries again.

// seats is how many processes use a server at once: enough for a distant server, and far fewer than
// it has connections.
const seats = 16

// look is how often the first in the queue looks for a free seat.
const look = 2 * time.Millisecond

// idle is how long a process keeps its seat after an answer: further requests of an event follow
// soon, and an event that runs a program for seconds doesn't need the seat meanwhile.
const idle = 500 * time.Millisecond

// A seat is the file with the byte that this process has locked.
type seat struct {
	mu   sync.Mutex
	file *os.File // nil without a seat
	busy bool
}

// take takes a seat for a request, and waits until one is free. If no file can be locked, it
// doesn't wait.
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
