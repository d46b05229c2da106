package files

import (
	"fmt"
	"time"
)

// lockTime bounds the wait for another process that does nothing in a folder which it has
// locked; lockRetry is the pause between tries, lockTries how many there are at least: on a
// machine that stood still, or has no time for this process, the time alone says nothing.
const (
	lockTime  = 2 * time.Second
	lockRetry = 2 * time.Millisecond
	lockTries = 100
)

// Locked runs change while no other process runs one for the same folder, with the
// place of the file itself where there is a link to it. It fails if the folder
// stays locked for two seconds in which nothing changes there: of many that take
// their turn none gives up. The system lets go of the lock of a process that ended,
// however it did.
func Locked(p Place, change func(p Place) error) error {
	p = p.target()
	return locked(p.Folder(), func() error { return change(p) })
}

// Lock runs change while no other process runs one for the folder at p; see Locked.
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
			if others.stand(dir) {
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

// turns are those that other processes take with a lock, seen by what they change in its
// folder.
type turns struct {
	since   time.Time // when the folder was last seen to change, or looked at first
	changed time.Time // when it changed, by the file system's clock
	tries   int       // since then
}

// stand reports whether the folder has not changed for lockTime.
func (t *turns) stand(dir Place) bool {
	t.tries++
	if info, err := dir.Stat(); t.since.IsZero() || err == nil && !info.ModTime().Equal(t.changed) {
		*t = turns{since: time.Now()}
		if err == nil {
			t.changed = info.ModTime()
		}
	}
	return t.tries >= lockTries && time.Since(t.since) > lockTime
}

// TryLocked is Locked without the wait. It reports whether change was run.
func TryLocked(dir string, change func() error) (bool, error) {
	l := dirLock(dir)
	if ok, err := l.TryLock(); err != nil || !ok {
		return false, err
	}
	defer l.Close()
	return true, change()
}
