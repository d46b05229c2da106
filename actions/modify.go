package actions

import (
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

// Of several values for a field the last counts; texts of inject are put around it.
var modify = engine.Action{
	Doc:  "change fields of the tool's input; the other fields stay as they are. If several rules set a field, the last counts; inject adds its text around the resulting prompt, whichever ran first",
	Args: `{[string]: _}`,
	Uses: []engine.Use{{Output: "input"}},
	Do:   engine.Do[map[string]json.RawMessage](editInput),
}

func editInput(c *engine.Call, fields map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if err := c.Reply.Edit("input", name, fields[name]); err != nil {
			return err
		}
	}
	return nil
}
