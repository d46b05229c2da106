package facts

import (
	"errors"
	"fmt"
	"time"

	"bcrules.dev/engine"
)

var marked = engine.Fact{
	Doc: "the marked keys: those of the environment variable, then of the list, then of the claims, each once\n" +
		"With {within: '60s'} only those claimed in that time, to do something once in a while: when  !(KEY in marked('said', {within: '60s'})),  do  mark  with the same within.",
	Params:  "marks, [options]",
	Marks:   "marks",
	Options: []string{"within"},
	Sought:  soughtKey,
	Ask:     engine.Last1[string, map[string]any, []string](markedKeys),
}

// soughtKey is the option with which the compiler asks whether one key is marked.
const soughtKey = "key"

func markedKeys(c *engine.Call, name string, options ...map[string]any) ([]string, error) {
	ask := (*engine.Register).Keys
	for _, o := range options {
		sought, one := o[soughtKey]
		key, _ := sought.(string) // only a text can be a key
		limit, limited := o["within"]
		if one && !limited {
			ask = func(r *engine.Register) ([]string, error) { return alone(key)(r.Has(key)) }
			continue
		}
		within, err := durationOf(limit)
		if err != nil {
			return nil, err
		}
		ask = func(r *engine.Register) ([]string, error) { return r.KeysWithin(within) }
		if one {
			ask = func(r *engine.Register) ([]string, error) { return alone(key)(r.HasWithin(key, within)) }
		}
	}
	r, err := c.Marks(name)
	if r == nil {
		return nil, err
	}
	defer r.Close()
	keys, err2 := ask(r)
	return keys, errors.Join(err, err2) // an unreadable one may be the key that is asked for
}

// alone returns a function that turns an answer about one key into a list of keys.
func alone(key string) func(is bool, err error) ([]string, error) {
	return func(is bool, err error) ([]string, error) {
		if !is {
			return []string{}, err
		}
		return []string{key}, err
	}
}

// durationOf converts an option to a duration.
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
