package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// Of several sessions that bind at once exactly one does; for the others, and
// for a lock that is bound or gone, there is nothing to do and the rule ends.
func bind() engine.Action {
	return engine.NewAction(
		"write this session into a lock that names none; the rule ends here if another was faster",
		`{lock!: string} // path of the lock's file`,
		nil,
		func(c *engine.Call, a struct{ Lock string }) error {
			p, err := c.Host.Place(a.Lock)
			if err != nil {
				return err
			}
			if c.Event.Session == "" {
				return engine.ErrSkip
			}
			done, err := files.BindLock(p, c.Event.Session, plan.Stamp(c.Host.Now()))
			if err == nil && !done {
				return engine.ErrSkip
			}
			return err
		}).At("lock")
}
