package actions

import (
	"errors"

	"bcrules.dev/engine"
)

type unmarking struct {
	marks string
	some  bool // only the given keys
	keys  []string
	fault error
}

// Take implements engine.Taker. It distinguishes absent keys, which mean all, from a template that
// yields none.
func (u *unmarking) Take(args any) {
	m, _ := args.(map[string]any)
	u.marks, _ = m["marks"].(string)
	keys, some := m["keys"]
	if u.some = some; !some {
		return
	}
	switch keys := keys.(type) {
	case []string:
		u.keys = keys
	case []any:
		for _, k := range keys {
			var key engine.Text
			key.Take(k)
			u.keys = append(u.keys, string(key))
		}
	default:
		u.fault = errors.New("found keys that are no list, want one")
	}
}

var unmark = engine.Action{
	Doc: "remove marks, all of them or those of the given keys; keys of the environment variable stay",
	Args: `{
	marks!: string & !="" // the name of marks that the rule set has
	keys?: [...string] | =~#"(?s)^\$\{.*\}$"# // absent: all
}`,
	Marks: "marks",
	Do:    engine.Do[unmarking](removeMarks),
}

func removeMarks(c *engine.Call, u unmarking) error {
	if u.fault != nil {
		return u.fault
	}
	r, err := c.Marks(u.marks)
	if err != nil {
		return err
	}
	defer r.Close()
	if u.some {
		return r.Remove(u.keys)
	}
	return r.Clear()
}
