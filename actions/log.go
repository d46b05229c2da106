package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

// An entry has a text for each of host.Levels.
type entry []engine.Text

// Take implements engine.Taker.
func (e *entry) Take(args any) {
	m, _ := args.(map[string]any)
	*e = make(entry, len(host.Levels))
	for i, level := range host.Levels {
		(*e)[i].Take(m[level])
	}
}

var log = engine.Action{
	Doc:  "add an entry to the log",
	Args: `{error?: string, warn?: string, info?: string, debug?: string, trace?: string}`,
	Logs: true,
	Do:   engine.Do[entry](addEntry),
}

func addEntry(c *engine.Call, e entry) error {
	for i, text := range e {
		if text != "" {
			c.Log(host.Levels[i], string(text))
		}
	}
	return nil
}
