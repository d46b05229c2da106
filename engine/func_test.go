package engine

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// Named is assignable to its underlying type, and the other way round.
type named []any

var funcs = map[string]Func{
	"none":   Func0[string](func(*Call) (string, error) { return "none", nil }),
	"one":    Func1[string, string](func(_ *Call, a string) (string, error) { return a, nil }),
	"list":   Func1[[]any, int](func(_ *Call, a []any) (int, error) { return len(a), nil }),
	"named":  Func1[named, int](func(_ *Call, a named) (int, error) { return len(a), nil }),
	"two":    Func2[string, any, any](func(_ *Call, _ string, b any) (any, error) { return b, nil }),
	"quick":  Quick2[string, int, int](func(_ *Call, a string, b int) (int, error) { return len(a) + b, nil }),
	"last":   Last1[string, int, int](func(_ *Call, a string, b ...int) (int, error) { return len(a) + len(b), nil }),
	"last3":  Last3[string, string, int, int, int](func(_ *Call, _, _ string, c int, d ...int) (int, error) { return c + len(d), nil }),
	"plain2": Plain2[string, string, string](func(a, b string) (string, error) { return a + b, nil }),
	"many1":  Many1[string, string, int](func(_ string, b ...string) (int, error) { return len(b), nil }),
	"many2":  Many2[string, string, string, int](func(_, _ string, c ...string) (int, error) { return len(c), nil }),
	"plain":  Plain{func(a string, b ...any) (int, error) { return len(a) + len(b), nil }},
	"as":     Plain{func(args ...any) (any, error) { return len(args), nil }},
	"fails":  Plain{func() (int, error) { return 0, errors.New("no such thing") }},
}

// A fact is called with arguments as code has them: without types, nil for a zero value, and as
// many as somebody wrote.
func TestFuncs(t *testing.T) {
	for _, test := range []struct {
		f    string
		args []any
		want any
		err  string
	}{
		{"none", nil, "none", ""},
		{"none", []any{1}, nil, "found 1 arguments, want 0"},
		{"one", []any{"a"}, "a", ""},
		{"one", []any{nil}, "", ""},
		{"one", []any{1}, nil, "found int, want string"},
		{"one", nil, nil, "found 0 arguments, want 1"},
		{"list", []any{named{1, 2}}, 2, ""},
		{"named", []any{[]any{1}}, 1, ""},
		{"two", []any{"a", nil}, nil, ""},
		{"two", []any{"a", 2}, 2, ""},
		{"quick", []any{"ab", 1}, 3, ""},
		{"quick", []any{"ab", "c"}, nil, "found string, want int"},
		{"last", []any{"ab"}, 2, ""},
		{"last", []any{"ab", 7, nil}, 4, ""},
		{"last", nil, nil, "found 0 arguments, want at least 1"},
		{"last", []any{"ab", "c"}, nil, "found string, want int"},
		{"last3", []any{"a", "b", 3, 1, 1}, 5, ""},
		{"last3", []any{"a", "b"}, nil, "found 2 arguments, want at least 3"},
		{"plain2", []any{"a", nil}, "a", ""},
		{"many1", []any{"a", "b", "c"}, 2, ""},
		{"many1", []any{"a", 1}, nil, "found int, want string"},
		{"many2", []any{"a", "b"}, 0, ""},
		{"many2", []any{"a"}, nil, "found 1 arguments, want at least 2"},
		{"plain", []any{"a", nil, 2}, 3, ""},
		{"plain", []any{nil}, 0, ""},
		{"plain", []any{1}, nil, "found int, want string"},
		{"plain", nil, nil, "found 0 arguments, want at least 1"},
		{"as", []any{1, 2}, 2, ""},
		{"fails", nil, nil, "no such thing"},
	} {
		got, err := funcs[test.f].bind(&Call{Host: &host.Host{}}, &memo{})(test.args...)
		if test.err == "" && (err != nil || !reflect.DeepEqual(got, test.want)) || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%s(%v) = %#v, %v, want %#v, %q", test.f, test.args, got, err, test.want, test.err)
		}
	}
}

// Calls in the conditions about commands allocate nothing but their results.
func TestFuncsWithoutReflection(t *testing.T) {
	f := funcs["plain2"].bind(nil, nil)
	env := map[string]any{"f": f, "a": "", "b": ""}
	if n := testing.AllocsPerRun(100, func() { env["f"].(plan.Function)(env["a"], env["b"]) }); n > 1 {
		t.Errorf("a call made %v objects, want at most 1: the arguments", n)
	}
}
