package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

func status() engine.Action {
	return engine.NewAction(
		"set the status of a task in its plan",
		`{plan!: string, to!: string & !=""}`,
		nil,
		func(c *engine.Call, a struct{ Plan, To string }) error {
			p, err := c.Host.Place(a.Plan)
			if err != nil {
				return err
			}
			return files.WriteStatus(p, a.To)
		}).At("plan")
}
