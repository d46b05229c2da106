package actions

import (
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/engine"
)

func link() engine.Action {
	return engine.NewAction(
		"make a symbolic link to a file, in the place of what bears its name; missing folders are made",
		`{to!: string, as!: string} // the file, and the link`,
		nil,
		func(c *engine.Call, a struct{ To, As string }) error {
			to, err := c.Host.Path(a.To)
			if err != nil {
				return err
			}
			as, err := c.Host.Path(a.As)
			if err != nil {
				return err
			}
			if to == as {
				return fmt.Errorf("found %s for both, want a link and another file", to)
			}
			if as, err = c.Host.Change(as); err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(as), 0o755); err != nil {
				return err
			}
			if info, err := os.Lstat(as); err == nil && !info.IsDir() {
				if err := os.Remove(as); err != nil {
					return err
				}
			}
			return os.Symlink(c.Host.At(to), as)
		})
}
