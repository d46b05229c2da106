package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type unlocking struct{ Lock, Seen string }

var unlock = engine.Action{
	Doc:    "delete a lock, if it is still the one that was read; the rule ends here if it is not",
	Args:   `{lock!: string, seen!: string} // path of the lock's file, and lock().seen`,
	Writes: "lock",
	Do:     engine.Do[unlocking](removeLock),
}

func removeLock(c *engine.Call, a unlocking) error {
	p, err := c.Host.Place(a.Lock)
	if err != nil {
		return err
	}
	done, err := files.RemoveLock(p, a.Seen)
	if err == nil && !done {
		return engine.ErrSkip
	}
	return err
}
