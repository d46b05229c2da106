package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type unlocking struct{ Lock, Seen string }

var unlock = engine.Action{
	Doc:    "delete a lock if it is unchanged since it was read; otherwise the rule ends here",
	Args:   `{lock!: string, seen!: string} // path of the lock's file, and lock().seen`,
	Writes: []string{"lock"},
	Words:  []engine.Word{{Param: "seen", Form: "seen"}},
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

// removeAt deletes the lock if its content is still seen, and reports whether it did.
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
