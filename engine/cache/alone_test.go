package cache

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// moment is how long the test waits for a lock that isn't released.
const moment = 20 * time.Millisecond

// If a crowd finds a plan stale, one makes it, and the others return when it is made.
func TestAlone(t *testing.T) {
	s := store(t)
	var made atomic.Bool
	var times atomic.Int32
	var wait, came sync.WaitGroup
	came.Add(40)
	for range 40 {
		wait.Go(func() {
			came.Done()
			err := s.Alone(rules, time.Minute, func() bool { return !made.Load() }, func() {
				times.Add(1)
				came.Wait()
				made.Store(true)
			})
			if err != nil || !made.Load() {
				t.Errorf("back with %v, made: %t", err, made.Load())
			}
		})
	}
	wait.Wait()
	if n := times.Load(); n != 1 {
		t.Errorf("made %d times, want once", n)
	}
}

// If the process that makes the plan ends early, a waiting one makes it.
func TestAloneAfterOneThatEnded(t *testing.T) {
	s := store(t)
	if err := s.folder(); err != nil {
		t.Fatal(err)
	}
	other := flock.New(s.path(rules, "alone"))
	if ok, err := other.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	made := 0
	stale, make := func() bool { return made == 0 }, func() { made++ }
	if err := s.Alone(rules, moment, stale, make); err == nil || made != 0 {
		t.Errorf("error %v, made %d times while another has the lock; want an error and none", err, made)
	}
	other.Close() // as the system does if the process is killed
	if err := s.Alone(rules, time.Minute, stale, make); err != nil || made != 1 {
		t.Errorf("error %v, made %d times, want none and once", err, made)
	}
}

// If nothing can be kept, every process makes its own plan.
func TestAloneNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []Store{{}, {dirs: []string{filepath.Join(file, "plans")}, key: aKey}} {
		made := 0
		if err := s.Alone(rules, time.Minute, func() bool { return true }, func() { made++ }); err != nil || made != 1 {
			t.Errorf("%q: error %v, made %d times, want none and once", s.dirs, err, made)
		}
	}
}

// If whoever began a plan gave up while it is still being made, the next process waits for it
// instead of making it again.
func TestAloneBesideMaking(t *testing.T) {
	s := store(t)
	done, err := s.Making(rules)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Making(rules); err == nil {
		t.Error("two make the same, want the second told")
	}
	var made atomic.Bool
	stale, make := func() bool { return !made.Load() }, func() { t.Error("made twice") }
	if err := s.Alone(rules, moment, stale, make); err == nil {
		t.Error("found no error while another makes it, want that the time is up")
	}
	time.AfterFunc(moment, func() { made.Store(true); done() })
	if err := s.Alone(rules, time.Minute, stale, make); err != nil {
		t.Error(err)
	}
}

// A lock that can't be taken isn't another's: on a file system without locks a plan is made and
// kept all the same.
func TestMakingWithoutLocks(t *testing.T) {
	s := store(t)
	if err := os.MkdirAll(s.path(rules, "making"), 0o700); err != nil { // no file to lock
		t.Fatal(err)
	}
	done, err := s.Making(rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := done(); err != nil {
		t.Error(err)
	}
}
