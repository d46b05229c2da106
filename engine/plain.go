package engine

import (
	"fmt"
	"reflect"

	"bcrules.dev/engine/plan"
)

// These are functions of facts that need only their arguments. Their answers are not cached.

// A Plain2 is such a function with two parameters.
type Plain2[A, B, R any] func(A, B) (R, error)

// Type implements Func.
func (f Plain2[A, B, R]) Type() reflect.Type { return reflect.TypeFor[func(A, B) (R, error)]() }

func (f Plain2[A, B, R]) bind(*Call, *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, b, err := two[A, B](args, taken(args, 2))
		if err != nil {
			return nil, err
		}
		return f(a, b)
	}
}

// A Many1 is such a function with one parameter and any number of another.
type Many1[A, B, R any] func(A, ...B) (R, error)

// Type implements Func.
func (Many1[A, B, R]) Type() reflect.Type { return reflect.TypeFor[func(A, ...B) (R, error)]() }

func (f Many1[A, B, R]) bind(*Call, *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, err := one[A](args, least(args, 1))
		b, err := rest[B](args, 1, err)
		if err != nil {
			return nil, err
		}
		return f(a, b...)
	}
}

// A Many2 is such a function with two parameters and any number of another.
type Many2[A, B, C, R any] func(A, B, ...C) (R, error)

// Type implements Func.
func (Many2[A, B, C, R]) Type() reflect.Type { return reflect.TypeFor[func(A, B, ...C) (R, error)]() }

func (f Many2[A, B, C, R]) bind(*Call, *memo) plan.Function {
	return func(args ...any) (any, error) {
		a, b, err := two[A, B](args, least(args, 2))
		c, err := rest[C](args, 2, err)
		if err != nil {
			return nil, err
		}
		return f(a, b, c...)
	}
}

// A Plain is such a function of any type: func(parameters) (result, error). It may be
// variadic.
type Plain struct{ Func any }

// Type implements Func.
func (p Plain) Type() reflect.Type { return reflect.TypeOf(p.Func) }

func (p Plain) bind(*Call, *memo) plan.Function {
	if f, ok := p.Func.(func(...any) (any, error)); ok {
		return f
	}
	f := reflect.ValueOf(p.Func)
	return func(args ...any) (any, error) {
		in, err := valuesFor(f.Type(), args)
		if err != nil {
			return nil, err
		}
		out := f.Call(in)
		err, _ = out[1].Interface().(error)
		return out[0].Interface(), err
	}
}

// valuesFor converts arguments to the parameter types of a function type.
func valuesFor(t reflect.Type, args []any) ([]reflect.Value, error) {
	err := taken(args, t.NumIn())
	if t.IsVariadic() {
		err = least(args, t.NumIn()-1)
	}
	if err != nil {
		return nil, err
	}
	in := make([]reflect.Value, len(args))
	for i, arg := range args {
		to := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			to = to.Elem()
		}
		switch in[i] = reflect.ValueOf(arg); {
		case arg == nil:
			in[i] = reflect.Zero(to)
		case !in[i].Type().AssignableTo(to):
			return nil, fmt.Errorf("found %s, want %s", typeName(in[i].Type()), typeName(to))
		}
	}
	return in, nil
}
