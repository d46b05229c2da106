package actions

import (
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

// This covers all outputs that only one event has; "bcrules events" lists them.
var answer = engine.Action{
	Doc:  "set outputs that only this event has, by their names (sessionTitle, watchPaths, …)",
	Args: `{[string]: _}`,
	Uses: []engine.Use{{Arg: engine.Named}},
	Do:   engine.Do[map[string]json.RawMessage](setOutputs),
}

func setOutputs(c *engine.Call, outputs map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		if err := c.Reply.Set(name, outputs[name]); err != nil {
			return err
		}
	}
	return nil
}
