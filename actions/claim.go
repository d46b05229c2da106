package actions

import (
	"fmt"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type claiming struct{ File, Every string }

// This is for periodic work: a condition on a file's age says when it is due, and of concurrent
// hooks one gets the claim.
var claim = engine.Action{
	Doc: `set a file's time to now; the rule ends here if the file is younger than every, so of several concurrent hooks one goes on
It doesn't wait for the disk: after a power failure it may be due once more.`,
	Args: `{
	file!: string // created empty if missing, with its folders
	every!: =~"^([0-9.]+(ms|s|m|h))+$" | =~#"\$\{"# | error("want a duration such as 60s or 24h")
}`,
	Writes: []string{"file"},
	Gate:   true,
	Tells:  true,
	Do:     engine.Do[claiming](claimFile),
}

func claimFile(c *engine.Call, a claiming) error {
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
}
