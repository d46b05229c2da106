package actions

import (
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

// One action for all outputs that only one event has; "bcrules events" lists them.
func answer() engine.Action {
	return engine.NewAction(
		"set outputs that only this event has, by their names (sessionTitle, watchPaths, …)",
		`{[string]: _}`,
		map[string]engine.Use{"*": {}},
		func(c *engine.Call, outputs map[string]json.RawMessage) error {
			for _, name := range slices.Sorted(maps.Keys(outputs)) {
				if err := c.Reply.Set(name, outputs[name]); err != nil {
					return err
				}
			}
			return nil
		})
}
