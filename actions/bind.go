package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

type binding struct{ Lock string }

// Of several sessions that bind at once exactly one does; for the others, and
// for a lock that is bound or gone, there is nothing to do and the rule ends.
var bind = engine.Action{
	Doc:    "write this session into a lock that names none; the rule ends here if another was faster",
	Args:   `{lock!: string} // path of the lock's file`,
	Writes: "lock",
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
	done, err := files.BindLock(p, c.Event.Session, plan.Stamp(c.Host.Now()))
	if err == nil && !done {
		return engine.ErrSkip
	}
	return err
}
