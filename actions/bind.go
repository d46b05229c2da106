package actions

import (
	"cmp"
	"encoding/json"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

type binding struct{ Lock, By, At string }

// Of several sessions that bind a lock concurrently exactly one succeeds. The rule of the others
// ends, as it does for a lock that is bound or gone.
var bind = engine.Action{
	Doc: "write this session into a lock that names none; the rule ends here if the lock names one by now",
	Args: `{
	lock!: string // path of the lock's file
	by?: string // the field for the session; session_id if absent
	at?: string // the field for the time; bound_at if absent
}`,
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
	done, err := a.bindAt(p, c.Event.Session, plan.Stamp(c.Host.Now()))
	if err == nil && !done {
		return engine.ErrSkip
	}
	return err
}

// bindAt writes the session into a lock that names none, keeps the rest, and reports whether it
// did. Of concurrent calls exactly one does.
func (a binding) bindAt(p files.Place, session, at string) (bool, error) {
	by, since := cmp.Or(a.By, "session_id"), cmp.Or(a.At, "bound_at")
	bound := false
	err := files.Locked(p, func(p files.Place) error {
		data, err := files.Read(p)
		if err != nil {
			return files.UnlessAbsent(err)
		}
		if s, _ := files.ParseObject(data).Text(by); s != "" {
			return nil
		}
		bound = true
		return files.SetJSON(p, data, map[string]json.RawMessage{by: files.JSON(session), since: files.JSON(at)})
	})
	return bound && err == nil, err
}
