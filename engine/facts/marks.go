package facts

import (
	"errors"
	"fmt"
	"time"

	"bcrules.dev/engine"
)

var marked = engine.Fact{
	Doc: "the keys that are marked: those of the environment variable, then of the list, then of the claims, each once\n" +
		"With {within: '60s'} those that were marked by a claim in that time alone, so that something is done once in a while: when  !(KEY in marked('said', {within: '60s'})),  do  mark  with the same within.",
	Params:  "marks, [options]",
	Marks:   "marks",
	Options: []string{"within"},
	Ask:     engine.Last1[string, map[string]any, []string](markedKeys),
}

func markedKeys(c *engine.Call, name string, options ...map[string]any) ([]string, error) {
	var within time.Duration
	var err error
	for _, o := range options {
		if within, err = durationOf(o["within"]); err != nil {
			return nil, err
		}
	}
	r, err := c.Marks(name)
	if r == nil {
		return nil, err
	}
	defer r.Close()
	ask := r.Keys
	if len(options) > 0 {
		ask = func() ([]string, error) { return r.KeysWithin(within) }
	}
	keys, err2 := ask()
	return keys, errors.Join(err, err2) // those that can't be read may be the one asked for
}

// durationOf returns the duration that an option is.
func durationOf(v any) (time.Duration, error) {
	switch v := v.(type) {
	case time.Duration:
		return v, nil
	case string:
		if d, err := time.ParseDuration(v); err == nil {
			return d, nil
		}
	}
	return 0, fmt.Errorf("found within %v, want a duration such as 60s", engine.Shown(v))
}
