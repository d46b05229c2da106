package actions

import (
	"bcrules.dev/engine"
)

type entry struct {
	Error, Warn, Info, Debug, Trace engine.Text
}

var log = engine.NewAction(
	"add an entry to the log",
	`{error?: string, warn?: string, info?: string, debug?: string, trace?: string}`,
	nil,
	func(c *engine.Call, e entry) error {
		for i, text := range []engine.Text{e.Error, e.Warn, e.Info, e.Debug, e.Trace} {
			if text != "" {
				c.Log(engine.Levels[i], string(text))
			}
		}
		return nil
	})
