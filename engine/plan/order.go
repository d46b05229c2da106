package plan

import (
	"maps"
	"slices"

	"github.com/expr-lang/expr/builtin"
)

// inOrder returns a replacement for builtins that list an object, sorted by key; nil for all
// others. expr's order varies.
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

// byKey returns a builtin that lists of(key, value) for each field of an object.
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
