package actions

import (
	"os"

	"bcrules.dev/engine"
)

var touch = engine.NewAction(
	"set a file's time to now; an empty file is made if there is none",
	`string & !="" // path`,
	nil,
	func(c *engine.Call, name string) error {
		path, err := c.Host.Path(name)
		if err != nil {
			return err
		}
		now := c.Host.Now()
		if os.Chtimes(path, now, now) == nil {
			return nil
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
		return os.Chtimes(path, now, now)
	})
