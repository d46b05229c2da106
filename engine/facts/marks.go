package facts

import "bcrules.dev/engine"

func marked() engine.Fact {
	return engine.Fact1(
		"the keys that are marked: those of the environment variable, then of the list, then of the claims, each once", "marks",
		func(c *engine.Call, name string) ([]string, error) {
			r, err := c.Marks(name)
			if err != nil {
				return nil, err
			}
			defer r.Close()
			return r.Keys()
		}).OfMarks()
}
