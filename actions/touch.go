package actions

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var touch = engine.Action{
	Doc:    "set a file's time to now; a missing file is created empty, with its folders",
	Args:   `string & !="" // path`,
	Writes: []string{engine.Whole},
	Do: engine.Do[string](func(c *engine.Call, name string) error {
		p, err := c.Host.Place(name)
		if err == nil {
			err = p.Folder().MkdirAll()
		}
		if err != nil {
			return err
		}
		return files.Touch(p, c.Host.Now())
	}),
}
