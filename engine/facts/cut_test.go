package facts

import "testing"

func TestCut(t *testing.T) {
	tests := []struct{ src, want string }{
		{`cut('hello', 5)`, `hello`},
		{`cut('hello', 4)`, `hell`},
		{`cut('hello', 0)`, ``},
		{`cut('hello', -1)`, ``},
		{`cut('', 3)`, ``},
		{`cut('éé', 1)`, `é`},
		{`cut('a😀b', 2)`, `a`},
		{`cut('a😀b', 3)`, `a😀`},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}
