package engine

import (
	"fmt"
	"reflect"

	"bcrules.dev/engine/plan"
)

// A Func is the Go function of a fact: a Func0, Func1, Func2, Quick2, Last1, Last3, Plain2, Many1,
// Many2 or Plain. All but Plain are called without reflection, because a function's first
// reflective call costs more than most facts.
type Func interface {
	// Type returns the type that conditions are checked against:
	// func(parameters) (result, error).
	Type() reflect.Type
	// bind returns a function that asks the fact during a call.
	bind(*Call, *memo) plan.Function
}

// A Func0 is the function of a fact without parameters.
type Func0[R any] func(*Call) (R, error)

// Type implements Func.
func (Func0[R]) Type() reflect.Type { return reflect.TypeFor[func() (R, error)]() }

func (f Func0[R]) bind(c *Call, m *memo) plan.Function {
	return func(args ...any) (any, error) {
		if err := taken(args, 0); err != nil {
			return nil, err
		}
		return remember(c, m, func() (R, error) { return f(c) })
	}
}

// A Func1 is the function of a fact with one parameter.
type Func1[A, R any] func(*Call, A) (R, error)

// Type implements Func.
func (Func1[A, R]) Type() reflect.Type { return reflect.TypeFor[func(A) (R, error)]() }

func (f Func1[A, R]) bind(c *Call, m *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, err := one[A](args, taken(args, 1))
		if err != nil {
			return nil, err
		}
		return remember(c, m, func() (R, error) { return f(c, a) }, a)
	}
}

// A Func2 is the function of a fact with two parameters.
type Func2[A, B, R any] func(*Call, A, B) (R, error)

// Type implements Func.
func (Func2[A, B, R]) Type() reflect.Type { return reflect.TypeFor[func(A, B) (R, error)]() }

func (f Func2[A, B, R]) bind(c *Call, m *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, b, err := two[A, B](args, taken(args, 2))
		if err != nil {
			return nil, err
		}
		return remember(c, m, func() (R, error) { return f(c, a, b) }, a, b)
	}
}

// A Quick2 is the function of a fact with two parameters whose answers are not cached, because
// computing one takes less time than finding it.
type Quick2[A, B, R any] func(*Call, A, B) (R, error)

// Type implements Func.
func (Quick2[A, B, R]) Type() reflect.Type { return reflect.TypeFor[func(A, B) (R, error)]() }

func (f Quick2[A, B, R]) bind(c *Call, m *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, b, err := two[A, B](args, taken(args, 2))
		switch {
		case err != nil:
			return nil, err
		case m.onAnswer != nil || m.onPrivate != nil: // somebody wants to see the answers
			return remember(c, m, func() (R, error) { return f(c, a, b) }, a, b)
		}
		r, err := f(c, a, b)
		return r, c.Settled(err)
	}
}

// A Last1 is the function of a fact with one parameter and an optional one.
type Last1[A, B, R any] func(*Call, A, ...B) (R, error)

// Type implements Func.
func (Last1[A, B, R]) Type() reflect.Type { return reflect.TypeFor[func(A, ...B) (R, error)]() }

func (f Last1[A, B, R]) bind(c *Call, m *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, err := one[A](args, least(args, 1))
		b, err := rest[B](args, 1, err)
		if err != nil {
			return nil, err
		}
		return remember(c, m, func() (R, error) { return f(c, a, b...) }, a, b)
	}
}

// A Last3 is the function of a fact with three parameters and an optional one.
type Last3[A, B, C, D, R any] func(*Call, A, B, C, ...D) (R, error)

// Type implements Func.
func (Last3[A, B, C, D, R]) Type() reflect.Type {
	return reflect.TypeFor[func(A, B, C, ...D) (R, error)]()
}

func (f Last3[A, B, C, D, R]) bind(c *Call, m *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, b, err := two[A, B](args, least(args, 3))
		d, err := given[C](args, 2, err)
		e, err := rest[D](args, 3, err)
		if err != nil {
			return nil, err
		}
		return remember(c, m, func() (R, error) { return f(c, a, b, d, e...) }, a, b, d, e)
	}
}

// taken checks that there are exactly want arguments.
func taken(args []any, want int) error {
	if len(args) != want {
		return fmt.Errorf("found %d arguments, want %d", len(args), want)
	}
	return nil
}

// least checks that there are at least want arguments.
func least(args []any, want int) error {
	if len(args) < want {
		return fmt.Errorf("found %d arguments, want at least %d", len(args), want)
	}
	return nil
}

// given converts an argument to its parameter's type, nil to the zero value. It passes on an
// earlier error.
func given[A any](args []any, at int, wrong error) (a A, err error) {
	if wrong != nil || args[at] == nil {
		return a, wrong
	}
	if a, ok := args[at].(A); ok {
		return a, nil
	}
	return assigned[A](args[at])
}

// assigned converts a value by assignability, such as a list to a named list type.
func assigned[A any](v any) (a A, err error) {
	found, to := reflect.ValueOf(v), reflect.ValueOf(&a).Elem()
	if !found.Type().AssignableTo(to.Type()) {
		return a, fmt.Errorf("found %s, want %s", typeName(found.Type()), typeName(to.Type()))
	}
	to.Set(found)
	return a, nil
}

// one returns the first argument.
func one[A any](args []any, wrong error) (a A, err error) { return given[A](args, 0, wrong) }

// two returns the first two arguments.
func two[A, B any](args []any, wrong error) (a A, b B, err error) {
	a, err = given[A](args, 0, wrong)
	b, err = given[B](args, 1, err)
	return a, b, err
}

// rest returns the arguments after the first from.
func rest[A any](args []any, from int, wrong error) (all []A, err error) {
	if wrong != nil {
		return nil, wrong
	}
	all = make([]A, len(args)-from)
	for i := range all {
		all[i], wrong = given[A](args, from+i, wrong)
	}
	return all, wrong
}
