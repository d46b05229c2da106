package cache

import (
	"errors"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// Alone lets one process at a time compile a stale rule set. Others wait up to within, then compile
// only if it is still stale: because the first was killed, which releases its lock, or because the
// rules changed meanwhile. A compilation that outlives its starter's patience (Making) is waited
// for too. Alone fails when the time is up. If the store is not writable, every process compiles
// for itself.
func (s Store) Alone(rules string, within time.Duration, stale func() bool, compile func()) error {
	if s.folder() != nil {
		compile()
		return nil
	}
	late := time.After(within)
	lock := s.lock(rules, "alone")
	for {
		free, err := lock.TryLock()
		if err != nil {
			compile()
			return nil
		}
		if free {
			defer lock.Close()
			if !stale() { // another process made it meanwhile
				return nil
			}
			if making := s.lock(rules, "making"); held(making) {
				if err := wait(making, late); err != nil {
					return fmt.Errorf("%w within %s", err, within.Round(time.Millisecond))
				}
			}
			if stale() {
				compile()
			}
			return nil
		}
		if err := wait(lock, late); err != nil {
			return fmt.Errorf("%w within %s", err, within.Round(time.Millisecond))
		}
		if !stale() {
			return nil
		}
	}
}

// Making tells other processes that this one is making a plan, until done is called or the process
// ends. It fails if another already is.
func (s Store) Making(rules string) (done func() error, err error) {
	if s.folder() != nil {
		return func() error { return nil }, nil // a plan couldn't be kept either
	}
	lock := s.lock(rules, "making")
	switch free, err := lock.TryLock(); {
	case err != nil: // no file locks: each process makes its own, and replaces the file atomically
		return func() error { return nil }, nil
	case !free:
		return nil, errMaking
	}
	return lock.Close, nil
}

var errMaking = errors.New("found another process compiling, want it done")

// lock returns a file lock of a rule set.
func (s Store) lock(rules, kind string) *flock.Flock {
	return flock.New(s.path(rules, kind), flock.SetPermissions(0o600))
}

// held reports whether another process holds a lock.
func held(lock *flock.Flock) bool {
	free, err := lock.TryRLock()
	lock.Close()
	return err == nil && !free
}

// wait returns when a lock is free, or fails when late fires.
func wait(lock *flock.Flock, late <-chan time.Time) error {
	done := make(chan struct{})
	go func() { // a blocking wait costs nothing, while the compiler needs every core
		lock.RLock() // shared, so that all waiters go on together
		lock.Close()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-late: // the process is about to end, and the wait with it
		return errMaking
	}
}
