package actions

import (
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

// Each change applies to the input as changed by earlier rules.
var modify = engine.Action{
	Doc:  "change fields of the tool's input; the other fields stay as they are",
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
