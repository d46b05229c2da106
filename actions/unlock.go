package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

func unlock() engine.Action {
	return engine.NewAction(
		"delete a lock, if it is still the one that was read; the rule ends here if it is not",
		`{lock!: string, seen!: string} // path of the lock's file, and lock().seen`,
		nil,
		func(c *engine.Call, a struct{ Lock, Seen string }) error {
			p, err := c.Host.Place(a.Lock)
			if err != nil {
				return err
			}
			done, err := files.RemoveLock(p, a.Seen)
			if err == nil && !done {
				return engine.ErrSkip
			}
			return err
		}).At("lock")
}
