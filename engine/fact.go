package engine

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// A Fact is something conditions may ask about: a function with typed
// parameters and a typed result. It reads and never writes, and it runs at most
// once an event for the same arguments.
type Fact struct {
	Doc    string
	Params string       // names of the parameters, for people: "path, pattern"
	Type   reflect.Type // func(parameters) (result, error)
	// Options are the keys a parameter that is a map may have, by the
	// parameter's position; checked when rules are vetted.
	Options map[int][]string
	// Long marks a fact whose whole answer may be as long as a file.
	Long bool
	// Place marks a fact whose first parameter is a path, or a pattern of paths.
	Place bool
	// Folder is what a reach calls the folder that the fact gives, "" if it gives none.
	Folder string
	// Marks says that the first parameter is the name of marks.
	Marks bool
	// Abilities are what it can do beyond the event.
	Abilities []Ability
	// Items says how deep in lists the items of its first argument stand in what it
	// gives, so that their type is known there; 0 if they don't.
	Items int
	// Full marks a fact that only the full binary has.
	Full bool
	// Tool marks a fact that asks what the event's tool call does.
	Tool bool

	private bool // its answers are not to be found in a log
	bind    func(*Call, *memo) any
}

// Fact0 makes a fact without parameters.
func Fact0[R any](doc string, f func(*Call) (R, error)) Fact {
	return Fact{Doc: doc, Type: reflect.TypeFor[func() (R, error)](),
		bind: func(c *Call, m *memo) any {
			return func() (R, error) {
				return remember(m, func() (R, error) { return f(c) })
			}
		}}
}

// Fact1 makes a fact with one parameter.
func Fact1[A, R any](doc, params string, f func(*Call, A) (R, error)) Fact {
	return Fact{Doc: doc, Params: params, Type: reflect.TypeFor[func(A) (R, error)](),
		bind: func(c *Call, m *memo) any {
			return func(a A) (R, error) {
				return remember(m, func() (R, error) { return f(c, a) }, a)
			}
		}}
}

// Fact2 makes a fact with two parameters.
func Fact2[A, B, R any](doc, params string, f func(*Call, A, B) (R, error)) Fact {
	return Fact{Doc: doc, Params: params, Type: reflect.TypeFor[func(A, B) (R, error)](),
		bind: func(c *Call, m *memo) any {
			return func(a A, b B) (R, error) {
				return remember(m, func() (R, error) { return f(c, a, b) }, a, b)
			}
		}}
}

// Function makes a fact of a Go function (parameters) (result, error) that needs
// nothing but its arguments; it may be variadic. Its answers are not remembered.
func Function(doc, params string, f any) Fact {
	return Fact{Doc: doc, Params: params, Type: reflect.TypeOf(f),
		bind: func(*Call, *memo) any { return f }}
}

// Named returns the fact with the keys its map parameter at position i may have.
func (f Fact) Named(i int, options ...string) Fact {
	f.Options = map[int][]string{i: options}
	return f
}

// Lengthy returns the fact marked as Long.
func (f Fact) Lengthy() Fact {
	f.Long = true
	return f
}

// OfPlace returns the fact as one whose first parameter is a path.
func (f Fact) OfPlace() Fact {
	f.Place = true
	return f
}

// OfTool returns the fact as one that asks what the event's tool call does.
func (f Fact) OfTool() Fact {
	f.Tool = true
	return f
}

// OfMarks returns the fact as one whose first parameter is the name of marks.
func (f Fact) OfMarks() Fact {
	f.Marks = true
	return f
}

// IsFolder returns the fact as one that gives a folder, by its name in a reach.
func (f Fact) IsFolder(name string) Fact {
	f.Folder = name
	return f
}

// Carries returns the fact as one that gives the items of its first argument, so
// deep in lists.
func (f Fact) Carries(deep int) Fact {
	f.Items = deep
	return f
}

// Signature returns the fact as a rule's author writes it, under the name given,
// with the type of what it gives; Fields are those of a struct.
func (f Fact) Signature(name string) string {
	return fmt.Sprintf("%s(%s) %s", name, f.Params, typeName(f.Type.Out(0)))
}

// A memo holds the answers of one fact at one event.
type memo struct {
	mu      sync.Mutex
	answers map[string]func() (any, error)
	// heard is told of each answer, when it is first given; it may be nil.
	heard func(args []any, v any, err error, took time.Duration)
	// learned is told of each answer that is private; it may be nil.
	learned func(v any)
}

func remember[R any](m *memo, ask func() (R, error), args ...any) (R, error) {
	key := key(args...)
	m.mu.Lock()
	if m.answers == nil {
		m.answers = map[string]func() (any, error){}
	}
	answer, ok := m.answers[key]
	if !ok {
		heard, learned := m.heard, m.learned
		answer = sync.OnceValues(func() (any, error) {
			if heard == nil && learned == nil {
				return ask()
			}
			began := time.Now()
			v, err := ask()
			if learned != nil {
				learned(v)
			}
			if heard != nil {
				heard(args, v, err, time.Since(began))
			}
			return v, err
		})
		m.answers[key] = answer
	}
	m.mu.Unlock()
	v, err := answer()
	r, _ := v.(R)
	return r, err
}

func key(args ...any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	var b strings.Builder
	for _, a := range args {
		fmt.Fprintf(&b, "%T %#v\x00", a, a)
	}
	return b.String()
}
