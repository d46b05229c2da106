package actions

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"bcrules.dev/engine/files"
)

const (
	free  = `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00.000Z"}`
	bound = `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00.000Z","session_id":"s","bound_at":"2026-02-09T11:00:00.000Z"}`
)

func TestBindLock(t *testing.T) {
	tests := []struct {
		name, content string
		done          bool
		want          string
	}{
		{"free", `{"task_path":"p","x":[1, 2],"started_at":"t","n":9007199254740993}`, true, `{
  "task_path": "p",
  "x": [
    1,
    2
  ],
  "started_at": "t",
  "n": 9007199254740993,
  "bound_at": "now",
  "session_id": "s"
}
`},
		{"empty session", `{"session_id":"","a":1}`, true, "{\n  \"session_id\": \"s\",\n  \"a\": 1,\n  \"bound_at\": \"now\"\n}\n"},
		{"bound", bound, false, bound},
	}
	for _, test := range tests {
		path := file(t, ".lock", test.content)
		done, err := bindTo(files.At(path), "s", "now")
		if err != nil || done != test.done {
			t.Errorf("%s: %t, %v, want %t", test.name, done, err, test.done)
		}
		if got := content(t, path); got != test.want {
			t.Errorf("%s: lock %s, want %s", test.name, got, test.want)
		}
	}
	absent := filepath.Join(t.TempDir(), ".lock")
	if done, err := bindTo(files.At(absent), "s", "now"); done || err != nil {
		t.Errorf("absent: %t, %v, want nothing bound", done, err)
	}
	if got := listing(t, filepath.Dir(absent)); len(got) > 0 {
		t.Errorf("absent: the folder holds %q, want nothing", got)
	}
}

// If many sessions bind a lock at once, one succeeds, knows it, and is in the lock.
func TestBindLockAtOnce(t *testing.T) {
	path := file(t, ".lock", free)
	var winner atomic.Pointer[string]
	race(t, 32, func(i int) error {
		session := fmt.Sprintf("s%d", i)
		done, err := bindTo(files.At(path), session, "now")
		if done && winner.Swap(&session) != nil {
			t.Error("two sessions bound the lock")
		}
		return err
	})
	if winner.Load() == nil {
		t.Fatal("no session bound the lock")
	}
	if s, _ := files.ParseObject([]byte(content(t, path))).Text("session_id"); s != *winner.Load() {
		t.Errorf("lock of %s, want it bound to %s, which won", s, *winner.Load())
	}
}

func TestRemoveLock(t *testing.T) {
	path := file(t, ".lock", bound)
	for _, seen := range []string{"", free, bound + "\n"} {
		if done, err := removeAt(files.At(path), seen); done || err != nil {
			t.Errorf("seen %q: %t, %v, want nothing removed", seen, done, err)
		}
	}
	if done, err := removeAt(files.At(path), bound); !done || err != nil {
		t.Errorf("%t, %v, want the lock removed", done, err)
	}
	if done, err := removeAt(files.At(path), bound); done || err != nil {
		t.Errorf("removed again: %t, %v, want nothing removed", done, err)
	}
	if got := listing(t, filepath.Dir(path)); len(got) > 0 {
		t.Errorf("the folder holds %q, want nothing", got)
	}
}

// If many sessions remove a lock at once, one succeeds, and none removes a lock that another session
// bound after it was read.
func TestRemoveLockAtOnce(t *testing.T) {
	path := file(t, ".lock", free)
	var removed, bound atomic.Int32
	race(t, 32, func(i int) error {
		var done bool
		var err error
		if i%2 == 0 {
			if done, err = removeAt(files.At(path), free); done {
				removed.Add(1)
			}
		} else if done, err = bindTo(files.At(path), "s", "now"); done {
			bound.Add(1)
		}
		return err
	})
	there := slices.Contains(listing(t, filepath.Dir(path)), ".lock")
	if removed.Load()+bound.Load() != 1 || there != (bound.Load() == 1) {
		t.Errorf("removed %d times, bound %d times, still there: %t; want one of the two, once", removed.Load(), bound.Load(), there)
	}
}

// race runs n calls of f that start together.
func race(t *testing.T, n int, f func(i int) error) {
	t.Helper()
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			if err := f(i); err != nil {
				t.Error(err)
			}
		})
	}
	close(start)
	all.Wait()
}

// bindTo binds a lock by the usual fields.
func bindTo(p files.Place, session, at string) (bool, error) { return binding{}.bindAt(p, session, at) }
