package plan

import (
	"testing"

	"github.com/expr-lang/expr/vm/runtime"
)

// fetch finds what expr's own does, in structs by their tags.
func TestFetch(t *testing.T) {
	type inner struct {
		Name  string            `expr:"name" doc:"a"`
		Plain int               //
		Env   map[string]string `expr:"env"`
	}
	of := inner{Name: "n", Plain: 3, Env: map[string]string{"A": "b"}}
	tests := []struct {
		from, of any
		fails    bool
	}{
		{from: of, of: "name"},
		{from: of, of: "Plain"},
		{from: of, of: "Name", fails: true},
		{from: of, of: "none", fails: true},
		{from: of.Env, of: "A"},
		{from: of.Env, of: "absent"},
		{from: map[string]any{"x": 1}, of: "x"},
		{from: []string{"a", "b"}, of: -1},
		{from: []any{1, 2}, of: 1},
	}
	for _, test := range tests {
		got, err := fetch(test.from, test.of)
		if test.fails != (err != nil) {
			t.Errorf("fetch(%v, %v): %v, want failing %t", test.from, test.of, err, test.fails)
			continue
		}
		if !test.fails && got != runtime.Fetch(test.from, test.of) {
			t.Errorf("fetch(%v, %v) = %v, want %v", test.from, test.of, got, runtime.Fetch(test.from, test.of))
		}
	}
}
