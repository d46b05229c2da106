package actions

import (
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

func link() engine.Action {
	return engine.NewAction(
		"make a symbolic link to a file, in the place of what bears its name; missing folders are made",
		`{to!: string, as!: string} // the file, and the link`,
		nil,
		func(c *engine.Call, a struct{ To, As string }) error {
			to, err := c.Host.Place(a.To)
			if err != nil {
				return err
			}
			as, err := c.Host.Place(a.As)
			if err != nil {
				return err
			}
			if to.Path() == as.Path() {
				return fmt.Errorf("found %s for both, want a link and another file", to.Path())
			}
			return files.Link(as, to.Path())
		}).At("to", "as")
}
