package actions

import (
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

// Of the values that rules set a field to, the last counts; texts of inject stand around it.
var modify = engine.Action{
	Doc:  "change fields of the tool's input; the other fields stay as they are. Of several rules that set one field the last counts, and what inject adds to a prompt stands around it, whichever ran first",
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
