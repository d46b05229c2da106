package actions

import (
	"fmt"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// For what is done once in a while: a condition on a file's age tells when it is
// due, and of several hooks that find so at once one gets the claim.
func claim() engine.Action {
	return engine.NewAction(
		"set a file's time to now, unless it is younger than every; the rule ends here if it is: of several at once one goes on",
		`{
	file!: string // an empty one is made if there is none, and missing folders
	every!: string & !="" // a duration such as 60s or 24h
}`,
		nil,
		func(c *engine.Call, a struct{ File, Every string }) error {
			every, err := time.ParseDuration(a.Every)
			if err != nil {
				return fmt.Errorf("found every %q, want a duration such as 60s", a.Every)
			}
			p, err := c.Host.Place(a.File)
			if err != nil {
				return err
			}
			if err := p.Folder().MkdirAll(); err != nil {
				return err
			}
			done, err := files.Claim(p, c.Host.Now(), every)
			if err == nil && !done {
				return engine.ErrSkip
			}
			return err
		}).At("file")
}
