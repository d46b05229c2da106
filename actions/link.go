package actions

import (
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type linking struct{ To, As string }

var link = engine.Action{
	Doc:    "make a symbolic link to a file, and its missing folders; it replaces a link of the same name, and fails if something else has that name",
	Args:   `{to!: string, as!: string} // the file, and the link`,
	Writes: []string{"as"},
	Reads:  "to",
	Do:     engine.Do[linking](makeLink),
}

func makeLink(c *engine.Call, a linking) error {
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
}
