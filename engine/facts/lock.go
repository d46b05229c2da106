package facts

import (
	"fmt"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// A Lock says which session owns something. Its file is one JSON object with a field that names the
// session and others with times. The zero Lock is no lock.
type Lock struct {
	Path    string            `expr:"path" form:"path" doc:"of the file, absolute"`
	Held    bool              `expr:"held" doc:"the lock exists and is valid"`
	Corrupt bool              `expr:"corrupt" only:"!held" doc:"the file exists but is invalid: no JSON object, or a needed field is missing; it counts as no lock"`
	Bound   bool              `expr:"bound" only:"held" doc:"it names a session"`
	Mine    bool              `expr:"mine" given:"bound" doc:"it names the session of this event"`
	Session string            `expr:"session" form:"id" only:"bound" doc:"the session it names"`
	Age     time.Duration     `expr:"age" only:"held" doc:"since the first time that is set; endless if there is none or it is invalid"`
	Texts   map[string]string `expr:"texts" doc:"its text fields by name"`
	Seen    string            `expr:"seen" form:"seen" doc:"the file's content, for unlock"`
}

var lock = engine.Fact{
	Doc: `which session has a lock, and for how long: .held .corrupt .bound .mine .session .age .texts .path .seen; no lock if path is empty
The file is one JSON object. Options: by, the field with the session (session_id); since, the
fields with times, of which the first that isn't empty counts (bound_at, started_at); needs,
fields that must be texts, or the lock is corrupt. The actions bind and unlock change the
file.`,
	Params:  "path, [options]",
	Reads:   "path",
	Options: []string{"by", "since", "needs"},
	Ask:     engine.Last1[string, map[string]any, Lock](readLock),
}

// A lockForm names the fields of a lock.
type lockForm struct {
	By           string
	Since, Needs []string
}

func readLock(c *engine.Call, name string, options ...map[string]any) (Lock, error) {
	none := Lock{Age: files.Never, Texts: map[string]string{}}
	form := lockForm{By: "session_id", Since: []string{"bound_at", "started_at"}}
	if len(options) > 0 {
		if err := engine.Into(options[0], &form); err != nil {
			return none, fmt.Errorf("options of lock: %w", err)
		}
	}
	if name == "" {
		return none, nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return none, err
	}
	return form.lockAt(p, c.Event.Session, c.Host.Now())
}

// lockAt reads a lock on behalf of a session.
func (f lockForm) lockAt(p files.Place, session string, now time.Time) (Lock, error) {
	l := Lock{Path: p.Path(), Age: files.Never, Texts: map[string]string{}}
	data, err := files.Read(p)
	if files.Absent(err) {
		return l, nil
	}
	if err != nil {
		return Lock{}, err
	}
	l.Seen = string(data)
	o := gjson.ParseBytes(files.Unmarked(data))
	if l.Corrupt = !o.IsObject() || !files.Valid(files.Unmarked(data)); l.Corrupt {
		return l, nil
	}
	o.ForEach(func(k, v gjson.Result) bool {
		if delete(l.Texts, k.String()); v.Type == gjson.String { // of duplicates the last counts
			l.Texts[k.String()] = v.Str
		}
		return true
	})
	l.Corrupt = slices.ContainsFunc(f.Needs, func(name string) bool {
		_, ok := l.Texts[name]
		return !ok
	})
	if l.Corrupt {
		return l, nil
	}
	l.Held, l.Session = true, l.Texts[f.By]
	l.Bound = l.Session != ""
	l.Mine = l.Bound && l.Session == session
	for _, name := range f.Since {
		if at := l.Texts[name]; at != "" {
			if t, ok := files.ParseTime(at); ok {
				l.Age = now.Sub(t)
			}
			break
		}
	}
	return l, nil
}
