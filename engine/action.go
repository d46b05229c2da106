package engine

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// An Action is something rules may do. Its name is the key of the table it
// stands in.
type Action struct {
	Doc  string
	Args string         // CUE definition of what may stand after the name
	Uses map[string]Use // outputs it needs, by the argument that asks for them; "" always, "*" by the arguments' own names
	// Places are the arguments that are paths, by name; "" is the whole argument.
	Places []string
	// Marks is the argument that is the name of marks, "" if none is.
	Marks string
	// Beside says that the names of its arguments are fields of the reply that are
	// none of the agent's.
	Beside bool
	// Abilities are what it can do beyond the reply.
	Abilities []Ability
	// Limit is the argument that says how long it may take, a duration; "" if none does.
	Limit string
	// Outcome is the type of what a step's name (as) gives: Outcome, or an
	// OutcomeOf the value that the action gives.
	Outcome reflect.Type

	run     func(*Call, any) (any, error)
	outcome func(Outcome, any) any
}

// A Use is an output an action writes to.
type Use struct {
	Output string
	Value  string // it chooses there
	Bound  string // argument that is how many bytes a text may have, "" for none
}

// ErrSkip is returned by an action that found nothing to do. It ends its rule
// without a fault, so that what the rule would say next is not said.
var ErrSkip = errors.New("nothing to do")

// NewAction makes an action whose arguments are read into a T: by its Take if it
// has one, else as encoding/json would.
func NewAction[T any](doc, args string, uses map[string]Use, do func(*Call, T) error) Action {
	return Action{Doc: doc, Args: args, Uses: uses, Outcome: reflect.TypeFor[Outcome](),
		run: func(c *Call, tree any) (any, error) {
			args, err := read[T](tree)
			if err != nil {
				return nil, err
			}
			return nil, do(c, args)
		},
		outcome: func(o Outcome, _ any) any { return o }}
}

// NewGiver is NewAction for an action that gives a value, which rules have as
// NAME().value of the step's name. What it gives beside an error counts, too.
func NewGiver[T, V any](doc, args string, uses map[string]Use, do func(*Call, T) (V, error)) Action {
	return Action{Doc: doc, Args: args, Uses: uses, Outcome: reflect.TypeFor[OutcomeOf[V]](),
		run: func(c *Call, tree any) (any, error) {
			args, err := read[T](tree)
			if err != nil {
				return nil, err
			}
			return do(c, args)
		},
		outcome: func(o Outcome, v any) any {
			value, _ := v.(V)
			return OutcomeOf[V]{o.Ran, o.OK, o.Error, value}
		}}
}

// read reads arguments into a T.
func read[T any](tree any) (args T, err error) {
	if t, ok := any(&args).(Taker); ok {
		t.Take(tree)
		return args, nil
	}
	raw, err := json.Marshal(tree)
	if err == nil {
		err = json.Unmarshal(raw, &args)
	}
	return args, err
}

// Gives returns the type of the value that the action gives, as rules' authors
// write types; "" if it gives none.
func (a Action) Gives() string {
	f, ok := a.Outcome.FieldByName("Value")
	if !ok {
		return ""
	}
	fields := fieldsOf(structOf(f.Type))
	if fields == nil {
		return typeName(f.Type)
	}
	var list []string
	for _, f := range fields {
		list = append(list, f.Name+" "+f.Type)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// At returns the action with the names of its arguments that are paths.
func (a Action) At(names ...string) Action {
	a.Places = names
	return a
}

// Within returns the action with the name of the argument that says how long it may take.
func (a Action) Within(name string) Action {
	a.Limit = name
	return a
}

// OfMarks returns the action with the argument that is the name of marks.
func (a Action) OfMarks(name string) Action {
	a.Marks = name
	return a
}

// BesideOutputs returns the action as one whose arguments are fields of the reply
// that are none of the agent's.
func (a Action) BesideOutputs() Action {
	a.Beside = true
	return a
}

// A Taker reads arguments as they come: a map[string]any, a []any, a string, what
// an expression gave, or a json.RawMessage. The actions that most rules use have
// it; to get encoding/json ready costs as much as all else they do.
type Taker interface{ Take(args any) }

// A Call is what facts and actions know of the event they are asked at. It
// lives as long as the event is being answered.
type Call struct {
	Event *plan.Event
	Host  *host.Host
	Reply *Reply
	Hook  string // name of the hook that runs

	tools *plan.Tools
	hide  func(string) string
	marks func(name string) (*Register, error)
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

// An OutcomeOf is the Outcome of an action that gives a V; the zero V is what an
// action gave that did not run.
type OutcomeOf[V any] struct {
	Ran   bool   `expr:"ran"`
	OK    bool   `expr:"ok"`
	Error string `expr:"error"`
	Value V      `expr:"value"`
}

// A Library is the facts and actions a rule set may name.
type Library struct {
	Facts   map[string]Fact
	Actions map[string]Action
}
