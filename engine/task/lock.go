package task

import (
	"encoding/json"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

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

var lock = engine.Fact{
	Doc:    "the lock of a task, whose task_path must match valid (* stands for anything): .held .corrupt .bound .mine .session .task .age .path .seen; none if path is empty",
	Params: "path, valid",
	Reads:  "path",
	Ask:    engine.Func2[string, string, Lock](readLock),
}

func readLock(c *engine.Call, name, valid string) (Lock, error) {
	if name == "" {
		return Lock{Age: files.Never}, nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return Lock{}, err
	}
	l, err := lockAt(p, valid, c.Event.Session, c.Host.Now())
	if err == nil {
		l.Path = p.Path()
	}
	return l, err
}

// lockAt reads a lock as a session meets it. valid is what a task_path must
// match (validTask).
func lockAt(p files.Place, valid, session string, now time.Time) (Lock, error) {
	data, err := files.Read(p)
	if files.Absent(err) {
		return Lock{Path: p.Path(), Age: files.Never}, nil
	}
	if err != nil {
		return Lock{}, err
	}
	l := Lock{Path: p.Path(), Seen: string(data), Age: files.Never}
	o := files.ParseObject(data)
	task, named := o.Text("task_path")
	since, started := o.Text("started_at")
	if !named || !started || !validTask(task, valid) {
		l.Corrupt = true
		return l, nil
	}
	l.Held, l.Task = true, task
	l.Session, _ = o.Text("session_id")
	l.Bound = l.Session != ""
	l.Mine = l.Bound && l.Session == session
	if at, _ := o.Text("bound_at"); at != "" {
		since = at
	}
	if t, ok := files.ParseTime(since); ok {
		l.Age = now.Sub(t)
	}
	return l, nil
}

type binding struct{ Lock string }

// Of several sessions that bind at once exactly one does; for the others, and
// for a lock that is bound or gone, there is nothing to do and the rule ends.
var bind = engine.Action{
	Doc:    "write this session into a lock that names none; the rule ends here if another was faster",
	Args:   `{lock!: string} // path of the lock's file`,
	Writes: []string{"lock"},
	Do:     engine.Do[binding](bindLock),
}

func bindLock(c *engine.Call, a binding) error {
	p, err := c.Host.Place(a.Lock)
	if err != nil {
		return err
	}
	if c.Event.Session == "" {
		return engine.ErrSkip
	}
	done, err := bindAt(p, c.Event.Session, plan.Stamp(c.Host.Now()))
	if err == nil && !done {
		return engine.ErrSkip
	}
	return err
}

// bindAt writes the session into a lock that names none and keeps the rest.
// It reports whether it did: of several at once exactly one does.
func bindAt(p files.Place, session, at string) (bool, error) {
	bound := false
	err := files.Locked(p, func(p files.Place) error {
		data, err := files.Read(p)
		if files.Absent(err) {
			return nil
		}
		if err != nil {
			return err
		}
		if s, _ := files.ParseObject(data).Text("session_id"); s != "" {
			return nil
		}
		bound = true
		return files.SetJSON(p, data, map[string]json.RawMessage{"session_id": files.JSON(session), "bound_at": files.JSON(at)})
	})
	return bound && err == nil, err
}

type unlocking struct{ Lock, Seen string }

var unlock = engine.Action{
	Doc:    "delete a lock, if it is still the one that was read; the rule ends here if it is not",
	Args:   `{lock!: string, seen!: string} // path of the lock's file, and lock().seen`,
	Writes: []string{"lock"},
	Do:     engine.Do[unlocking](removeLock),
}

func removeLock(c *engine.Call, a unlocking) error {
	p, err := c.Host.Place(a.Lock)
	if err != nil {
		return err
	}
	done, err := removeAt(p, a.Seen)
	if err == nil && !done {
		return engine.ErrSkip
	}
	return err
}

// removeAt deletes the lock if it is still the one that was read. It reports
// whether it did.
func removeAt(p files.Place, seen string) (bool, error) {
	removed := false
	err := files.Locked(p, func(p files.Place) error {
		data, err := files.Read(p)
		if files.Absent(err) || err == nil && string(data) != seen {
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
