package facts

import "testing"

func TestLists(t *testing.T) {
	tests := []struct{ src, want string }{
		{`join(ordered(['b', 'c', 'a'], [2, 3, 1]))`, `abc`},
		{`join(ordered(map(1..40, string(#) + ' '), map(1..40, # % 2)), '')`, `2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 `},
		{`ordered([1, 2, 3], [1, 0.5, -1])`, `[3,2,1]`},
		{`ordered([1, 2, 3, 4], [['b', 1], ['a', 2], ['b'], ['a', 1]])`, `[4,2,3,1]`},
		{`ordered([1, 2, 3], [true, false, true])`, `[2,1,3]`},
		{`ordered([1, 2], [duration('1h'), duration('1m')])`, `[2,1]`},
		{`ordered([1, 2], [now(), now() - duration('1m')])`, `[2,1]`},
		{`ordered([], [])`, `[]`},
		{`grouped(['b1', 'a1', 'b2', 'c1', 'a2'], ['b', 'a', 'b', 'c', 'a'])`, `[["b1","b2"],["a1","a2"],["c1"]]`},
		{`grouped([1, 2, 3], [1, '1', 1])`, `[[1,3],[2]]`},
		{`map(grouped(['x', 'y'], ['a', 'a']), len(#))`, `[2]`},
		{`grouped([], [])`, `[]`},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}

// Keys that can't be ordered are a fault.
func TestCompareRefuses(t *testing.T) {
	for _, pair := range [][2]any{{1, "1"}, {nil, nil}, {[]any{1}, []any{"a"}}, {map[string]any{}, 1}} {
		if _, err := compare(pair[0], pair[1]); err == nil {
			t.Errorf("%v and %v: found no fault", pair[0], pair[1])
		}
	}
}
