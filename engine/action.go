package engine

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// An Action is something rules may do: a function with typed arguments, and all that
// is said of it. Its name is the key of the table it stands in. Like a Fact it is a
// variable with one literal, which costs nothing until it is used.
type Action struct {
	Doc  string
	Args string // CUE definition of what may stand after the name
	Do   Proc
	Uses []Use // outputs it writes to; an event has to honour those that a rule asks for

	// Each of these names the argument that is such a thing, or is Whole; "" or nothing
	// says that none is. What a rule set can do follows from them (Abilities).
	Writes []string // paths that are written, made or deleted
	Reads  string   // a path that is looked at
	Path   string   // another path
	Folder string   // one of them that is a folder
	Marks  string   // the name of marks, which are written
	Once   bool     // it ends its rule where these have the key
	Store  string   // the name of a store, of which Done is a list of statements
	Done   string   // the statements, {NAME: {argument: value}} each
	Runs   string   // a program and its arguments
	Sets   string   // variables it has beside the hook's own
	Feeds  string   // what it reads from its standard input
	Limit  string   // how long the action may take, a duration

	// Starts is a program of this project's own that it starts, and on what, in words.
	Starts string

	// How names the arguments that say how the program is run: what it reads, where, and
	// with which variables. People are shown them with it.
	How []string

	// Check looks at arguments as they are written, templates not filled in, and says what is
	// wrong with them beside their definition. It may be nil.
	Check func(args []byte) error
	// Needs are arguments that say nothing without another.
	Needs []Need
	// OneOf names arguments of which there is exactly one; nothing says so of none.
	OneOf []string
	// Data names the arguments that are data: their objects keep the order in which they
	// are written (Fields).
	Data []string
	// Dotted names those of them in which names are joined by dots: the names of an object,
	// or the items of a list. What an expression gives there is one name (files.SplitPath).
	Dotted []string
	// Late names the argument whose texts have the names of Own beside those of the rules.
	// A text with one of these is a Late, which the action fills in.
	Late string
	Own  []Own

	// Gate says that it is there for what follows it in its rule, which it ends at times.
	Gate bool
	// Logs says that the names of its arguments are levels of the log.
	Logs bool
	// Goes says that what it starts goes on by itself, so that it is done when that has begun.
	Goes bool

	// Beside says that the names of its arguments are fields of the reply that are
	// none of the agent's.
	Beside bool
}

// Whole stands for the argument of an action that takes one value and no names.
const Whole = "."

// A Use is an output an action writes to.
type Use struct {
	Arg    string // the argument that asks for it; "" always does, Named all do
	Output string
	Value  string // it chooses there
	Bound  string // argument that is how many bytes a text may have, "" for none
	Text   string // of one that always does, the argument that is what it says where it has several
}

// A Need is an argument that says nothing where another isn't there.
type Need struct{ Arg, Other string }

// An Own is a name that an action gives to texts among its arguments, a function without
// parameters.
type Own struct {
	Name string
	Func any // a function of the type that the name has: func() (T, error)
}

// Named stands for the arguments of an action that bear the names of outputs.
const Named = "*"

// Use returns the output that an argument asks for, and whether it asks for one.
func (a Action) Use(arg string) (Use, bool) {
	i := slices.IndexFunc(a.Uses, func(u Use) bool { return u.Arg == arg })
	if i < 0 {
		return Use{}, false
	}
	return a.Uses[i], true
}

// Places returns the names of the arguments that are paths.
func (a Action) Places() []string {
	return slices.DeleteFunc(append(slices.Clip(a.Writes), a.Reads, a.Path), func(name string) bool { return name == "" })
}

// ErrSkip is returned by an action that found nothing to do. It ends its rule
// without a fault, so that what the rule would say next is not said.
var ErrSkip = errors.New("nothing to do")

// A Proc is the Go function of an action: a Do or a Give, whose arguments are read
// into a T: by its Take if it has one, else as encoding/json would.
type Proc interface {
	// Outcome returns the type of what a step's name (as) gives.
	Outcome() reflect.Type
	run(*Call, any) (any, error)
	outcome(Outcome, any) any
}

// Do is the function of an action that gives nothing.
type Do[T any] func(*Call, T) error

// Outcome implements Proc.
func (Do[T]) Outcome() reflect.Type { return reflect.TypeFor[Outcome]() }

func (do Do[T]) run(c *Call, tree any) (any, error) {
	args, err := read[T](tree)
	if err != nil {
		return nil, err
	}
	return nil, do(c, args)
}

func (Do[T]) outcome(o Outcome, _ any) any { return o }

// Give is the function of an action that gives a value, which rules have as
// NAME().value of the step's name. What it gives beside an error counts, too.
type Give[T, V any] func(*Call, T) (V, error)

// Outcome implements Proc.
func (Give[T, V]) Outcome() reflect.Type { return reflect.TypeFor[OutcomeOf[V]]() }

func (give Give[T, V]) run(c *Call, tree any) (any, error) {
	args, err := read[T](tree)
	if err != nil {
		return nil, err
	}
	return give(c, args)
}

func (Give[T, V]) outcome(o Outcome, v any) any {
	value, _ := v.(V)
	return OutcomeOf[V]{o.Ran, o.OK, o.Error, value}
}

// read reads arguments into a T.
func read[T any](tree any) (args T, err error) {
	if t, ok := any(&args).(Taker); ok {
		t.Take(tree)
		return args, nil
	}
	return args, Into(tree, &args)
}

// Gives returns the type of the value that the action gives, as rules' authors
// write types; "" if it gives none.
func (a Action) Gives() string {
	if a.Store != "" {
		return "{" + plan.Changed + " int, NAME the rows of a query}"
	}
	f, ok := a.Do.Outcome().FieldByName("Value")
	if !ok {
		return ""
	}
	fields := FieldsOf(f.Type)
	if fields == nil {
		return typeName(f.Type)
	}
	var list []string
	for _, f := range fields {
		list = append(list, f.Name+" "+f.Type)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// A Taker reads arguments as they come: a map[string]any, a []any, a string, what
// an expression gave, or a json.RawMessage; of data Fields, and a Late. The actions that most rules use have
// it; to get encoding/json ready costs as much as all else they do.
type Taker interface{ Take(args any) }

// A Call is what facts and actions know of the event they are asked at. It
// lives as long as the event is being answered.
type Call struct {
	Event *plan.Event
	Host  *host.Host
	Reply *Reply
	Hook  string // name of the hook that runs

	closed bool // that hook is

	tools *plan.Tools
	hide  func(string) string
	marks func(name string) (*Register, error)
	bases map[string]*Base
	left  func(Left) // hears of what an action leaves out; nil for nobody
	named bool       // the step has a name
}

// Wanted reports whether somebody may ask for what the action gives: its step has a name,
// or the run is one that people look at.
func (c *Call) Wanted() bool { return c.named || c.left != nil }

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
	OK    bool   `expr:"ok" given:"ran" doc:"it did what it should"`
	Error string `expr:"error" doc:"why it did not"`
}

// An OutcomeOf is the Outcome of an action that gives a V; the zero V is what an
// action gave that did not run.
type OutcomeOf[V any] struct {
	Ran   bool   `expr:"ran"`
	OK    bool   `expr:"ok" given:"ran"`
	Error string `expr:"error"`
	Value V      `expr:"value"`
}
