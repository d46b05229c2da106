package actions

import (
	"encoding/json"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type merge struct {
	File string
	Set  map[string]json.RawMessage
}

var state = engine.Action{
	Doc:    "set names in a JSON file and keep the others; a file that is absent or holds no object counts as empty",
	Args:   `{file!: string, set!: {[string]: _}}`,
	Writes: "file",
	Do: engine.Do[merge](func(c *engine.Call, a merge) error {
		p, err := c.Host.Place(a.File)
		if err != nil {
			return err
		}
		return files.MergeJSON(p, a.Set)
	}),
}
