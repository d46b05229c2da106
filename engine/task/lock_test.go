package task

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bcrules.dev/engine/files"
)

const (
	free  = `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00.000Z"}`
	bound = `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00.000Z","session_id":"s","bound_at":"2026-02-09T11:00:00.000Z"}`
)

// now is two hours after the locks here were made, and one after they were bound.
var now = time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)

func TestReadLock(t *testing.T) {
	sound := Lock{Held: true, Task: "tasks/a_task/PLAN.md", Age: 2 * time.Hour}
	with := func(change func(*Lock)) Lock {
		l := sound
		change(&l)
		return l
	}
	corrupt := Lock{Corrupt: true, Age: files.Never}
	tests := []struct {
		name, content, session string
		want                   Lock
	}{
		{"free", free, "s", sound},
		{"bound to this session", bound, "s", with(func(l *Lock) { l.Bound, l.Mine, l.Session, l.Age = true, true, "s", time.Hour })},
		{"bound to another", bound, "t", with(func(l *Lock) { l.Bound, l.Session, l.Age = true, "s", time.Hour })},
		{"bound, and an event without a session", bound, "", with(func(l *Lock) { l.Bound, l.Session, l.Age = true, "s", time.Hour })},
		{"empty session, and an event without one", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","session_id":""}`, "", sound},
		{"session of another type", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","session_id":5}`, "5", sound},
		{"bound at no time at all", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","bound_at":null}`, "s", sound},
		{"bound at an empty time", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","bound_at":""}`, "s", sound},
		{"bound at what is no time", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","bound_at":"soon"}`, "s", with(func(l *Lock) { l.Age = files.Never })},
		{"started at what is no time", `{"task_path":"tasks/a_task/PLAN.md","started_at":"soon"}`, "s", with(func(l *Lock) { l.Age = files.Never })},
		{"started later than now", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T13:00:00Z"}`, "s", with(func(l *Lock) { l.Age = -time.Hour })},
		{"names that stand twice", `{"task_path":"x","started_at":"2026-02-09T10:00:00Z","task_path":"tasks/a_task/PLAN.md"}`, "s", sound},

		{"empty", "", "s", corrupt},
		{"cut off", free[:40], "s", corrupt},
		{"text", "locked", "s", corrupt},
		{"list", "[" + free + "]", "s", corrupt},
		{"null", "null", "s", corrupt},
		{"no task", `{"started_at":"2026-02-09T10:00:00Z"}`, "s", corrupt},
		{"task of another type", `{"task_path":5,"started_at":"2026-02-09T10:00:00Z"}`, "s", corrupt},
		{"task elsewhere", `{"task_path":"/etc/PLAN.md","started_at":"2026-02-09T10:00:00Z"}`, "s", corrupt},
		{"task that leads out", `{"task_path":"tasks/../a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z"}`, "s", corrupt},
		{"no start", `{"task_path":"tasks/a_task/PLAN.md"}`, "s", corrupt},
		{"start of another type", `{"task_path":"tasks/a_task/PLAN.md","started_at":1770638400}`, "s", corrupt},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := file(t, ".lock", test.content)
			test.want.Path, test.want.Seen = path, test.content
			got, err := lockAt(files.At(path), taskPaths, test.session, now)
			if err != nil || got != test.want {
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			}
		})
	}
}

func TestReadLockAbsent(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".lock")
	if got, err := lockAt(files.At(path), taskPaths, "s", now); err != nil || got != (Lock{Path: path, Age: files.Never}) {
		t.Errorf("%+v, %v, want no lock, endlessly old", got, err)
	}
	if _, err := lockAt(files.At(filepath.Dir(path)), taskPaths, "s", now); err == nil {
		t.Error("read a folder as a lock, want an error")
	}
}

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
		done, err := bindAt(files.At(path), "s", "now")
		if err != nil || done != test.done {
			t.Errorf("%s: %t, %v, want %t", test.name, done, err, test.done)
		}
		if got := content(t, path); got != test.want {
			t.Errorf("%s: lock %s, want %s", test.name, got, test.want)
		}
	}
	absent := filepath.Join(t.TempDir(), ".lock")
	if done, err := bindAt(files.At(absent), "s", "now"); done || err != nil {
		t.Errorf("absent: %t, %v, want nothing bound", done, err)
	}
	if got := names(t, filepath.Dir(absent)); len(got) > 0 {
		t.Errorf("absent: the folder holds %q, want nothing", got)
	}
}

// Of many that bind at once one wins, knows it, and stands in the lock.
func TestBindLockAtOnce(t *testing.T) {
	path := file(t, ".lock", free)
	var winner atomic.Pointer[string]
	race(t, 32, func(i int) error {
		session := fmt.Sprintf("s%d", i)
		done, err := bindAt(files.At(path), session, "now")
		if done && winner.Swap(&session) != nil {
			t.Error("two sessions bound the lock")
		}
		return err
	})
	if winner.Load() == nil {
		t.Fatal("no session bound the lock")
	}
	if l, err := lockAt(files.At(path), taskPaths, *winner.Load(), now); err != nil || !l.Mine {
		t.Errorf("lock %+v, %v, want it bound to %s, which won", l, err, *winner.Load())
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
	if got := names(t, filepath.Dir(path)); len(got) > 0 {
		t.Errorf("the folder holds %q, want nothing", got)
	}
}

// Of many that remove at once one did it; and none removes a lock that another
// session bound after it was read.
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
		} else if done, err = bindAt(files.At(path), "s", "now"); done {
			bound.Add(1)
		}
		return err
	})
	there := slices.Contains(names(t, filepath.Dir(path)), ".lock")
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

// A lock is sound or corrupt but never both, and only a sound one is anybody's.
func FuzzLock(f *testing.F) {
	for _, s := range []string{free, bound, "", "null", "[]", "{", `{"task_path":"tasks/a_task/PLAN.md","started_at":"x","session_id":"s","session_id":""}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := file(t, ".lock", string(data))
		l, err := lockAt(files.At(path), taskPaths, "s", now)
		if err != nil {
			t.Fatal(err)
		}
		if l.Held == l.Corrupt || l.Corrupt && (l.Bound || l.Mine || l.Task != "") || l.Mine && l.Session != "s" {
			t.Errorf("%q reads as %+v", data, l)
		}
		done, err := bindAt(files.At(path), "s", "2026-02-09T11:00:00Z")
		if err != nil || l.Held && done == l.Bound {
			t.Errorf("%q, bound %t: binding gives %t, %v", data, l.Bound, done, err)
		}
		after, err := lockAt(files.At(path), taskPaths, "s", now)
		if err != nil || after.Held != l.Held || after.Task != l.Task || l.Held && done && (!after.Mine || after.Age != time.Hour) {
			t.Errorf("%q reads as %+v, bound as %+v, %v", data, l, after, err)
		}
		if removed, err := removeAt(files.At(path), after.Seen); !removed || err != nil {
			t.Errorf("%q: not removed (%v)", data, err)
		}
	})
}
