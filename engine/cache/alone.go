package cache

import (
	"errors"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// Alone has one process at a time make what is stale for a rule set. Who comes while
// another one makes it waits for that, no longer than within, and makes it only if it is
// stale still: because the other was killed, whose lock goes with it, or because the
// rules changed meanwhile. One that goes on making it (Making) after who began it gave up
// is waited for too. It fails if the time is up. Where nothing can be kept there is
// nothing to wait for, and every process makes its own.
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
			if !stale() { // another was done since it was found so
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

// Making tells others that this process makes a plan, until done is called or the process
// ends. It fails where another does.
func (s Store) Making(rules string) (done func() error, err error) {
	if s.folder() != nil {
		return func() error { return nil }, nil // nor can a plan be kept
	}
	lock := s.lock(rules, "making")
	switch free, err := lock.TryLock(); {
	case err != nil: // a file system without locks: each makes its own, and keeps it in one step
		return func() error { return nil }, nil
	case !free:
		return nil, errMaking
	}
	return lock.Close, nil
}

var errMaking = errors.New("found another process compiling, want it done")

// lock is what a process holds on a rule set while it makes it or waits for it.
func (s Store) lock(rules, kind string) *flock.Flock {
	return flock.New(s.path(rules, kind), flock.SetPermissions(0o600))
}

// held reports whether another process has a lock.
func held(lock *flock.Flock) bool {
	free, err := lock.TryRLock()
	lock.Close()
	return err == nil && !free
}

// wait returns when a lock is free, or fails when it is late.
func wait(lock *flock.Flock, late <-chan time.Time) error {
	done := make(chan struct{})
	go func() { // to wait in the system costs nothing, while the one that compiles needs every core
		lock.RLock() // shared, so that all that wait go on together
		lock.Close()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-late: // the process is about to end, and with it the wait
		return errMaking
	}
}
