package facts

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"bcrules.dev/engine/files"
)

const (
	freeLock  = `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00.000Z"}`
	boundLock = `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00.000Z","session_id":"s","bound_at":"2026-02-09T11:00:00.000Z"}`
)

// taskLock is how the locks here are read.
var taskLock = lockForm{By: "session_id", Since: []string{"bound_at", "started_at"}, Needs: []string{"task_path", "started_at"}}

// lockNow is two hours after the locks here were made, and one hour after they were bound.
var lockNow = time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)

func TestReadLock(t *testing.T) {
	sound := Lock{Held: true, Age: 2 * time.Hour}
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
		{"free", freeLock, "s", sound},
		{"bound to this session", boundLock, "s", with(func(l *Lock) { l.Bound, l.Mine, l.Session, l.Age = true, true, "s", time.Hour })},
		{"bound to another", boundLock, "t", with(func(l *Lock) { l.Bound, l.Session, l.Age = true, "s", time.Hour })},
		{"bound, and an event without a session", boundLock, "", with(func(l *Lock) { l.Bound, l.Session, l.Age = true, "s", time.Hour })},
		{"empty session, and an event without one", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","session_id":""}`, "", sound},
		{"session of another type", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","session_id":5}`, "5", sound},
		{"bound at no time at all", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","bound_at":null}`, "s", sound},
		{"bound at an empty time", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","bound_at":""}`, "s", sound},
		{"bound at what is no time", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T10:00:00Z","bound_at":"soon"}`, "s", with(func(l *Lock) { l.Age = files.Never })},
		{"started at what is no time", `{"task_path":"tasks/a_task/PLAN.md","started_at":"soon"}`, "s", with(func(l *Lock) { l.Age = files.Never })},
		{"started later than now", `{"task_path":"tasks/a_task/PLAN.md","started_at":"2026-02-09T13:00:00Z"}`, "s", with(func(l *Lock) { l.Age = -time.Hour })},
		{"names that stand twice", `{"task_path":"x","started_at":"2026-02-09T10:00:00Z","task_path":"tasks/a_task/PLAN.md"}`, "s", sound},

		{"empty", "", "s", corrupt},
		{"cut off", freeLock[:40], "s", corrupt},
		{"text", "locked", "s", corrupt},
		{"list", "[" + freeLock + "]", "s", corrupt},
		{"null", "null", "s", corrupt},
		{"no task", `{"started_at":"2026-02-09T10:00:00Z"}`, "s", corrupt},
		{"task of another type", `{"task_path":5,"started_at":"2026-02-09T10:00:00Z"}`, "s", corrupt},
		{"no start", `{"task_path":"tasks/a_task/PLAN.md"}`, "s", corrupt},
		{"start of another type", `{"task_path":"tasks/a_task/PLAN.md","started_at":1770638400}`, "s", corrupt},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := lockFile(t, test.content)
			test.want.Path, test.want.Seen = path, test.content
			got, err := taskLock.lockAt(files.At(path), test.session, lockNow)
			texts := got.Texts
			got.Texts = nil
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			}
			if got.Held && texts["task_path"] != "tasks/a_task/PLAN.md" {
				t.Errorf("texts %v, want the task's path", texts)
			}
		})
	}
}

func TestReadLockAbsent(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".lock")
	if got, err := taskLock.lockAt(files.At(path), "s", lockNow); err != nil || got.Held || got.Corrupt || got.Path != path || got.Age != files.Never {
		t.Errorf("%+v, %v, want no lock, endlessly old", got, err)
	}
	if _, err := taskLock.lockAt(files.At(filepath.Dir(path)), "s", lockNow); err == nil {
		t.Error("read a folder as a lock, want an error")
	}
}

// A lock is either sound or corrupt, and only a sound one has an owner.
func FuzzLock(f *testing.F) {
	for _, s := range []string{freeLock, boundLock, "", "null", "[]", "{", `{"task_path":"a","started_at":"x","session_id":"s","session_id":""}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := taskLock.lockAt(files.At(lockFile(t, string(data))), "s", lockNow)
		if err != nil {
			t.Fatal(err)
		}
		if l.Held == l.Corrupt || l.Corrupt && (l.Bound || l.Mine) || l.Mine && l.Session != "s" {
			t.Errorf("%q reads as %+v", data, l)
		}
	})
}

// lockFile makes a lock with that content in a folder of its own.
func lockFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), ".lock")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
