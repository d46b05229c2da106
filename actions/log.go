package actions

import (
	"bcrules.dev/engine"
)

// An entry is a text for each of engine.Levels.
type entry []engine.Text

// Take implements engine.Taker.
func (e *entry) Take(args any) {
	m, _ := args.(map[string]any)
	*e = make(entry, len(engine.Levels))
	for i, level := range engine.Levels {
		(*e)[i].Take(m[level])
	}
}

func log() engine.Action {
	return engine.NewAction(
		"add an entry to the log",
		`{error?: string, warn?: string, info?: string, debug?: string, trace?: string}`,
		nil,
		func(c *engine.Call, e entry) error {
			for i, text := range e {
				if text != "" {
					c.Log(engine.Levels[i], string(text))
				}
			}
			return nil
		})
}
