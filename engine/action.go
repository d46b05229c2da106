package engine

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// An Action is something rules may do: a function with typed arguments and its description. Its
// name is its key in the table. Like a Fact it is a variable with one literal, which costs nothing
// until it is used.
type Action struct {
	Doc  string
	Args string // CUE definition of the value after the action's name
	Do   Proc
	Uses []Use // outputs it writes to; an event must honour the ones a rule asks for

	// Each of these names the argument that plays this role, or is Whole; empty if none does.
	// Abilities derives from them what a rule set can do.
	Writes []string // paths that are written, made or deleted
	Reads  string   // a path that is read
	Path   string   // another path
	Folder string   // the one of these paths that is a folder
	Marks  string   // the name of the marks that are written
	Once   bool     // ends the rule if the marks already have the key
	Tells  bool     // records that what the rule says after it has been said (heard.go)
	Store  string   // the name of the store that Done's statements run on
	Done   string   // the statements, {NAME: {argument: value}} each
	Runs   string   // a program and its arguments
	Sets   string   // variables set in addition to the hook's own
	Feeds  string   // what the program reads from standard input
	Limit  string   // how long the action may take, a duration

	// Starts describes the program of this project that the action starts, and on what.
	Starts string

	// How names the arguments that say how the program is run (input, folder, variables). They are
	// shown together with it.
	How []string

	// Check reports what is wrong with arguments beyond their definition. It sees them as written,
	// with templates unfilled. It may be nil.
	Check func(args []byte) error
	// Needs lists arguments that mean nothing without another.
	Needs []Need
	// Idle names arguments that it accepts only because it shares them with another action; they
	// have no effect.
	Idle []string
	// OneOf names arguments of which exactly one must be given; empty for no such constraint.
	OneOf []string
	// Data names the arguments that are data: their objects keep their written order (Object).
	Data []string
	// Dotted names those data arguments whose names are joined by dots, as keys of an object or
	// items of a list. The value of an expression there is one name (files.SplitPath).
	Dotted []string
	// Words give the form of arguments that only a fact's field has.
	Words []Word
	// Late names the argument whose texts may use the names in Own as well as the rules' names. A
	// text that does is a Late, which the action fills in.
	Late string
	Own  []Own

	// Gate says that the action guards the steps after it: it may end its rule.
	Gate bool
	// Logs says that the names of the arguments are log levels.
	Logs bool
	// Waits names the argument that, if false, leaves the action without a result.
	Waits string
	// Goes says that the started program continues by itself: the action is done once it has
	// started.
	Goes bool

	// Beside says that the names of the arguments are reply fields the agent doesn't define.
	Beside bool
}

// Whole stands for the argument of an action that takes one value and no names.
const Whole = "."

// A Use is an output an action writes to.
type Use struct {
	Arg    string // the argument that asks for it; "" if the action always does, Named if all arguments do
	Output string
	Value  string // the value it chooses
	Bound  string // the argument that limits the text in bytes, "" for none
	Text   string // if Arg is "" and the action has several arguments, the one that holds the text
}

// A Need says that Arg means nothing without one of some others.
type Need struct {
	Arg    string
	Others []string
}

// An Own is a name that an action offers to texts among its arguments: a function without
// parameters.
type Own struct {
	Name string
	Func any // of type func() (T, error)
	// Groups names the arguments beside a text of which one is the pattern whose groups the name
	// gives; none if it gives something else.
	Groups []string
}

// Named stands for the arguments that are named after outputs.
const Named = "*"

// Use returns the output that an argument asks for, and whether it asks for one.
func (a Action) Use(arg string) (Use, bool) {
	i := slices.IndexFunc(a.Uses, func(u Use) bool { return u.Arg == arg })
	if i < 0 {
		return Use{}, false
	}
	return a.Uses[i], true
}

// Outputs returns the outputs that arguments ask for, in the form of Part.String.
func (a Action) Outputs(args []byte) (all []string) {
	for _, u := range a.Uses {
		switch {
		case u.Arg == Named:
			gjson.ParseBytes(args).ForEach(func(name, _ gjson.Result) bool { all = append(all, name.Str); return true })
		case u.Arg == "" || gjson.GetBytes(args, u.Arg).Exists():
			all = append(all, Part{Output: u.Output, Value: u.Value}.String())
		}
	}
	return all
}

// Places returns the names of the arguments that are paths.
func (a Action) Places() []string {
	return slices.DeleteFunc(append(slices.Clip(a.Writes), a.Reads, a.Path), func(name string) bool { return name == "" })
}

// ErrSkip is returned by an action that found nothing to do. It ends its rule without a fault, so
// later steps don't run.
var ErrSkip = errors.New("nothing to do")

// A Proc is the Go function of an action: a Do or a Give. Arguments are decoded into a T by its
// Take method if it has one, otherwise as encoding/json would.
type Proc interface {
	// Outcome returns the type that a named step (as) evaluates to.
	Outcome() reflect.Type
	run(*Call, any) (any, error)
	outcome(Outcome, any) any
}

// Do is the function of an action without a result.
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

// Give is the function of an action with a result, which rules read as NAME().value of the named
// step. A result returned with an error is kept.
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

// read decodes arguments into a T.
func read[T any](tree any) (args T, err error) {
	if t, ok := any(&args).(Taker); ok {
		t.Take(tree)
		return args, nil
	}
	return args, Into(tree, &args)
}

// Gives returns the type of the action's result in the rules' notation; "" if it has none.
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

// A Taker decodes arguments as they come: a map[string]any, a []any, a string, the value of an
// expression, a json.RawMessage, an Object for data, or a Late. The most used actions implement it,
// because setting up encoding/json costs as much as the rest of their work.
type Taker interface{ Take(args any) }

// A Call is what facts and actions know about the event. It lives until the event is answered.
type Call struct {
	Event *plan.Event
	Host  *host.Host
	Reply *Reply
	Hook  string // name of the hook that runs

	closed bool // the hook is closed

	tools    *plan.Tools
	hide     func(string) string
	marks    func(name string) (*Register, error)
	bases    map[string]*Base
	rejected func(Rejected) // receives what an action leaves out; may be nil
	named    bool           // the step has a name
}

// Wanted reports whether anybody may read the action's result: its step has a name, or the run is
// traced.
func (c *Call) Wanted() bool { return c.named || c.rejected != nil }

// Log adds an entry to the log under the name of the hook.
func (c *Call) Log(level, text string) { c.Host.Log.Print(level, c.Hook, text) }

// Warn logs a warning that the rule did not ask for, with private texts hidden.
func (c *Call) Warn(text string) {
	if c.hide != nil {
		text = c.hide(text)
	}
	c.Log("warn", text)
}

// An Outcome is the result of a named step (as). It is zero until the action has run.
type Outcome struct {
	Ran   bool   `expr:"ran" doc:"the action was reached"`
	OK    bool   `expr:"ok" given:"ran" only:"error == ''" doc:"it did what it should"`
	Error string `expr:"error" doc:"why it did not"`
}

// An OutcomeOf is the Outcome of an action with a result of type V; Value is zero until the action
// has run.
type OutcomeOf[V any] struct {
	Ran   bool   `expr:"ran"`
	OK    bool   `expr:"ok" given:"ran" only:"error == ''"`
	Error string `expr:"error"`
	Value V      `expr:"value" only:"ran"`
}
