package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type standing struct{ Plan, To string }

var status = engine.Action{
	Doc:    "set the status of a task in its plan",
	Args:   `{plan!: string, to!: string & !=""}`,
	Writes: "plan",
	Do: engine.Do[standing](func(c *engine.Call, a standing) error {
		p, err := c.Host.Place(a.Plan)
		if err != nil {
			return err
		}
		return files.WriteStatus(p, a.To)
	}),
}
