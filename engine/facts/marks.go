package facts

import (
	"errors"

	"bcrules.dev/engine"
)

var marked = engine.Fact{
	Doc:    "the keys that are marked: those of the environment variable, then of the list, then of the claims, each once",
	Params: "marks",
	Marks:  "marks",
	Ask:    engine.Func1[string, []string](markedKeys),
}

func markedKeys(c *engine.Call, name string) ([]string, error) {
	r, err := c.Marks(name)
	if r == nil {
		return nil, err
	}
	defer r.Close()
	keys, err2 := r.Keys()
	if err = errors.Join(err, err2); err != nil {
		c.Warn(err.Error())
	}
	return keys, nil
}
