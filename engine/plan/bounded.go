package plan

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/vm/runtime"
)

// mostText bounds the length in bytes of a text that a builtin makes. It is as long as the product
// of its arguments and allocated at once, so it could exceed memory.
const mostText = 64 << 20

// bounded returns a builtin that fails if its result would be too long; nil for builtins whose
// results are no longer than their arguments.
func bounded(name string) func(...any) (any, error) {
	var size func(args []any) float64
	switch name {
	case "repeat":
		size = repeated
	case "replace":
		size = replaced
	case "join":
		size = joined
	default:
		return nil
	}
	return func(args ...any) (any, error) {
		if n := size(args); n > mostText {
			return nil, fmt.Errorf("%s: found %.0f bytes to make, want at most %d", name, n, mostText)
		}
		f := builtin.Builtins[builtin.Index[name]]
		if f.Safe != nil {
			v, _, err := f.Safe(args...)
			return v, err
		}
		return f.Func(args...)
	}
}

func repeated(args []any) float64 { return length(args, 0) * float64(runtime.ToInt(args[1])) }

func replaced(args []any) float64 {
	text, _ := args[0].(string)
	old, _ := args[1].(string)
	return length(args, 0) + float64(strings.Count(text, old))*length(args, 2)
}

func joined(args []any) (n float64) {
	switch list := args[0].(type) {
	case []string:
		for i := range list {
			n += float64(len(list[i])) + length(args, 1)
		}
	case []any:
		for i := range list {
			n += length(list, i) + length(args, 1)
		}
	}
	return n
}

// length returns the length in bytes of argument i if it is a text, else 0.
func length(args []any, i int) float64 {
	if i >= len(args) {
		return 0
	}
	text, _ := args[i].(string)
	return float64(len(text))
}
