package plan

import (
	"strings"
	"testing"
)

// A value that would be longer than the available space is a fault before any of it is made.
func TestBounded(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, test := range []struct {
		name string
		args []any
		want any // nil for a fault
	}{
		{"repeat", []any{"ab", 2}, "abab"},
		{"repeat", []any{long, 65}, nil},
		{"replace", []any{"aba", "a", "cc"}, "ccbcc"},
		{"replace", []any{"aba", "a", "cc", 1}, "ccba"},
		{"replace", []any{long, "", long}, nil},
		{"replace", []any{long, "b", long}, long},
		{"join", []any{[]any{"a", "b"}, ", "}, "a, b"},
		{"join", []any{[]string{"a", "b"}}, "ab"},
		{"join", []any{strings.Split(long, ""), long}, nil},
		{"join", []any{[]any{long, long}, long}, long + long + long},
	} {
		f, err := function(test.name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Func(test.args...)
		if test.want != nil && (err != nil || got != test.want) {
			t.Errorf("%s: %.20v, %v", test.name, got, err)
		}
		if test.want == nil && (err == nil || !strings.Contains(err.Error(), test.name+": found ")) {
			t.Errorf("%s: made a text, want a fault (%v)", test.name, err)
		}
	}
}
