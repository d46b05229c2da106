package cache

import (
	"context"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// look is the pause between looks at whether another process is done.
const look = 20 * time.Millisecond

// Alone has one process at a time make what is stale for a rule set. Who comes while
// another one makes it waits for that, no longer than within, and makes it only if it is
// stale still: because the other was killed, whose lock goes with it, or because the
// rules changed meanwhile. It fails if the time is up. Where nothing can be kept there is
// nothing to wait for, and every process makes its own.
func (s Store) Alone(rules string, within time.Duration, stale func() bool, make func()) error {
	if s.folder() != nil {
		make()
		return nil
	}
	until, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	lock := flock.New(s.path(rules, "alone"), flock.SetPermissions(0o600))
	for {
		free, err := lock.TryLock()
		if err != nil {
			make()
			return nil
		}
		if free {
			defer lock.Close()
			if stale() { // another may have been done since it was found so
				make()
			}
			return nil
		}
		if done, _ := lock.TryRLockContext(until, look); !done { // all that wait go on together
			return fmt.Errorf("found another process compiling for %s, want it done", within.Round(time.Millisecond))
		}
		lock.Close()
		if !stale() {
			return nil
		}
	}
}
