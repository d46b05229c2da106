package files

import (
	"fmt"
	"time"
)

// lockTime bounds the wait for a process that holds a folder's lock without changing anything
// there. lockRetry is the pause between tries. lockTries is their minimum number, because on a
// suspended or overloaded machine the time alone says nothing.
const (
	lockTime  = 2 * time.Second
	lockRetry = 2 * time.Millisecond
	lockTries = 100
)

// Locked runs change under the lock of p's folder. If p is a link, change gets its target. Locked
// fails if the folder stays locked for two seconds in which nothing changes there, so no process
// gives up while others take turns. The system releases the lock of a process that ends, however it
// ends.
func Locked(p Place, change func(p Place) error) error {
	p = p.target()
	return locked(p.Folder(), func() error { return change(p) })
}

// Lock runs change under the lock of the folder at p; see Locked.
func (p Place) Lock(change func() error) error { return locked(p, change) }

func locked(dir Place, change func() error) error {
	dir, err := dir.locking()
	if err != nil {
		return err
	}
	var others turns
	for {
		l := dirLock(dir.Path())
		if free, err := l.TryLock(); err != nil {
			return err
		} else if !free {
			if others.stalled(dir) {
				return fmt.Errorf("%s: locked by another process for %s", dir.Path(), lockTime)
			}
			time.Sleep(lockRetry)
			continue
		}
		info, err := dir.Stat()
		if err == nil && !holds(l, info) {
			l.Close()
			continue
		}
		defer l.Close()
		if err != nil {
			return err
		}
		dir.Join(temporary).clear()
		return change()
	}
}

// turns observes other processes taking turns with a lock, by their changes to its folder.
type turns struct {
	since   time.Time // when the folder was last seen to change, or first seen
	changed time.Time // its modification time then
	tries   int       // tries since then
}

// stalled reports whether the folder has not changed for lockTime.
func (t *turns) stalled(dir Place) bool {
	t.tries++
	if info, err := dir.Stat(); t.since.IsZero() || err == nil && !info.ModTime().Equal(t.changed) {
		*t = turns{since: time.Now()}
		if err == nil {
			t.changed = info.ModTime()
		}
	}
	return t.tries >= lockTries && time.Since(t.since) > lockTime
}

// TryLocked is Locked without waiting. It reports whether change was run.
func TryLocked(dir string, change func() error) (bool, error) {
	l := dirLock(dir)
	if ok, err := l.TryLock(); err != nil || !ok {
		return false, err
	}
	defer l.Close()
	return true, change()
}
