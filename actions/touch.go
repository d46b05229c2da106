package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

func touch() engine.Action {
	return engine.NewAction(
		"set a file's time to now; an empty file is made if there is none",
		`string & !="" // path`,
		nil,
		func(c *engine.Call, name string) error {
			p, err := c.Host.Place(name)
			if err != nil {
				return err
			}
			return files.Touch(p, c.Host.Now())
		}).At("")
}
