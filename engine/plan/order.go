package plan

import (
	"maps"
	"slices"

	"github.com/expr-lang/expr/builtin"
)

// inOrder returns what gives the answer of a builtin in the order of an object's keys; nil
// for builtins that have an order. That of expr is another one each time.
func inOrder(name string) func(...any) (any, error) {
	switch name {
	case "keys":
		return byKey(name, func(key string, _ any) any { return key })
	case "values":
		return byKey(name, func(_ string, value any) any { return value })
	case "toPairs":
		return byKey(name, func(key string, value any) [2]any { return [2]any{key, value} })
	}
	return nil
}

// byKey returns a builtin that gives a list with what of says of each field of an object.
func byKey[T any](name string, of func(key string, value any) T) func(...any) (any, error) {
	return func(args ...any) (any, error) {
		object, ok := args[0].(map[string]any)
		if !ok || len(args) != 1 {
			return builtin.Builtins[builtin.Index[name]].Func(args...)
		}
		list := make([]T, 0, len(object))
		for _, key := range slices.Sorted(maps.Keys(object)) {
			list = append(list, of(key, object[key]))
		}
		return list, nil
	}
}
