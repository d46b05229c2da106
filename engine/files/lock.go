package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"
)

// Never is the age of what has no time, or isn't there.
const Never = time.Duration(1<<63 - 1)

// A Lock says which session works on a task. The file is one JSON object:
//
//	{"task_path": …, "started_at": time, "session_id"?: …, "bound_at"?: time}
//
// The zero Lock is no lock.
type Lock struct {
	Path    string        `expr:"path" doc:"of the lock's file, absolute"`
	Held    bool          `expr:"held" doc:"there is one and it is sound"`
	Corrupt bool          `expr:"corrupt" doc:"there is one and it is not; it counts as none"`
	Bound   bool          `expr:"bound" doc:"it names a session"`
	Mine    bool          `expr:"mine" doc:"it names the session of this event"`
	Session string        `expr:"session" doc:"the session it names"`
	Task    string        `expr:"task" doc:"task_path"`
	Age     time.Duration `expr:"age" doc:"since bound_at, else started_at; endless if that is not a time"`
	Seen    string        `expr:"seen" doc:"what was read, so that just that is unlocked"`
}

// ReadLock reads a lock as a session meets it. valid is what a task_path must
// match (ValidTask).
func ReadLock(p Place, valid, session string, now time.Time) (Lock, error) {
	data, err := Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return Lock{Path: p.Path(), Age: Never}, nil
	}
	if err != nil {
		return Lock{}, err
	}
	l := Lock{Path: p.Path(), Seen: string(data), Age: Never}
	o := parseObject(data)
	task, named := o.text("task_path")
	since, started := o.text("started_at")
	if !named || !started || !ValidTask(task, valid) {
		l.Corrupt = true
		return l, nil
	}
	l.Held, l.Task = true, task
	l.Session, _ = o.text("session_id")
	l.Bound = l.Session != ""
	l.Mine = l.Bound && l.Session == session
	if at, _ := o.text("bound_at"); at != "" {
		since = at
	}
	if t, ok := ParseTime(since); ok {
		l.Age = now.Sub(t)
	}
	return l, nil
}

// BindLock writes the session into a lock that names none and keeps the rest.
// It reports whether it did: of several at once exactly one does.
func BindLock(p Place, session, at string) (bool, error) {
	bound := false
	err := Locked(p, func(p Place) error {
		data, err := Read(p)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if s, _ := parseObject(data).text("session_id"); s != "" {
			return nil
		}
		bound = true
		return setJSON(p, data, map[string]json.RawMessage{"session_id": JSON(session), "bound_at": JSON(at)})
	})
	return bound && err == nil, err
}

// RemoveLock deletes the lock if it is still the one that was read. It reports
// whether it did.
func RemoveLock(p Place, seen string) (bool, error) {
	removed := false
	err := Locked(p, func(p Place) error {
		data, err := Read(p)
		if errors.Is(err, fs.ErrNotExist) || err == nil && string(data) != seen {
			return nil
		}
		if err != nil {
			return err
		}
		removed = true
		return p.Remove()
	})
	return removed && err == nil, err
}

// MergeJSON sets names of the JSON object in a file and keeps the others. A file
// that is absent or holds no object counts as empty. Missing folders are made.
func MergeJSON(p Place, set map[string]json.RawMessage) error {
	if err := p.Folder().MkdirAll(); err != nil {
		return err
	}
	return Locked(p, func(p Place) error {
		data, err := Read(p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return setJSON(p, data, set)
	})
}

// setJSON writes data with the names set, as two-space JSON.
func setJSON(p Place, data []byte, set map[string]json.RawMessage) error {
	o := parseObject(data)
	for _, name := range slices.Sorted(maps.Keys(set)) {
		o.Set(name, set[name])
	}
	var b bytes.Buffer
	if err := json.Indent(&b, o.Encode(), "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	return Write(p, b.Bytes())
}
