package engine

import (
	"encoding/json"
	"errors"
)

// An Action is something rules may do. Its name is the key of the table it
// stands in.
type Action struct {
	Doc  string
	Args string         // CUE definition of what may stand after the name
	Uses map[string]Use // outputs it needs, by the argument that asks for them; "" always, "*" by the arguments' own names
	// Places are the arguments that are paths, by name; "" is the whole argument.
	Places []string
	// Abilities are what it can do beyond the reply.
	Abilities []Ability

	run func(*Call, any) error
}

// A Use is an output an action writes to, and the value it chooses there.
type Use struct{ Output, Value string }

// ErrSkip is returned by an action that found nothing to do. It ends its rule
// without a fault, so that what the rule would say next is not said.
var ErrSkip = errors.New("nothing to do")

// NewAction makes an action whose arguments are read into a T: by its Take if it
// has one, else as encoding/json would.
func NewAction[T any](doc, args string, uses map[string]Use, do func(*Call, T) error) Action {
	return Action{Doc: doc, Args: args, Uses: uses, run: func(c *Call, tree any) error {
		var args T
		if t, ok := any(&args).(Taker); ok {
			t.Take(tree)
			return do(c, args)
		}
		raw, err := json.Marshal(tree)
		if err == nil {
			err = json.Unmarshal(raw, &args)
		}
		if err != nil {
			return err
		}
		return do(c, args)
	}}
}

// At returns the action with the names of its arguments that are paths.
func (a Action) At(names ...string) Action {
	a.Places = names
	return a
}

// A Taker reads arguments as they come: a map[string]any, a []any, a string, what
// an expression gave, or a json.RawMessage. The actions that most rules use have
// it; to get encoding/json ready costs as much as all else they do.
type Taker interface{ Take(args any) }

// A Call is what facts and actions know of the event they are asked at. It
// lives as long as the event is being answered.
type Call struct {
	Event *Event
	Host  *Host
	Reply *Reply
	Hook  string // name of the hook that runs

	tools *Tools
	hide  func(string) string
}

// Log adds an entry to the log under the name of the hook.
func (c *Call) Log(level, text string) { c.Host.Log.Print(level, c.Hook, text) }

// Warn adds a warning to the log that the rule did not ask for, without what is
// private in it.
func (c *Call) Warn(text string) {
	if c.hide != nil {
		text = c.hide(text)
	}
	c.Log("warn", text)
}

// An Outcome is how an action went whose step has a name (as). Before the action
// ran, and when its rule didn't, it is the zero Outcome.
type Outcome struct {
	Ran   bool   `expr:"ran" doc:"the action was reached"`
	OK    bool   `expr:"ok" doc:"it did what it should"`
	Error string `expr:"error" doc:"why it did not"`
}

// Tables are the facts and actions a rule set may name.
type Tables struct {
	Facts   map[string]Fact
	Actions map[string]Action
}
