package cache

import (
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// Alone has one process at a time make what is stale for a rule set. Who comes while
// another one makes it waits for that, no longer than within, and makes it only if it is
// stale still: because the other was killed, whose lock goes with it, or because the
// rules changed meanwhile. It fails if the time is up. Where nothing can be kept there is
// nothing to wait for, and every process makes its own.
func (s Store) Alone(rules string, within time.Duration, stale func() bool, compile func()) error {
	if s.folder() != nil {
		compile()
		return nil
	}
	late := time.After(within)
	lock := flock.New(s.path(rules, "alone"), flock.SetPermissions(0o600))
	for {
		free, err := lock.TryLock()
		if err != nil {
			compile()
			return nil
		}
		if free {
			defer lock.Close()
			if stale() { // another may have been done since it was found so
				compile()
			}
			return nil
		}
		done := make(chan error, 1)
		go func() { // to wait in the system costs nothing, while the one that compiles needs every core
			err := lock.RLock() // shared, so that all that wait go on together
			lock.Close()
			done <- err
		}()
		select {
		case err = <-done:
		case <-late: // the process is about to end, and with it the wait
			return fmt.Errorf("found another process compiling for %s, want it done", within.Round(time.Millisecond))
		}
		if err != nil {
			compile()
			return nil
		}
		if !stale() {
			return nil
		}
	}
}
