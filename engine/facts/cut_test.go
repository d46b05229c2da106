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
		{`cutLines("ab\ncd", 5)`, "ab\ncd"},
		{`cutLines("ab\ncd\nef", 5)`, "ab\ncd\n… (1 more line)"},
		{`cutLines("ab\ncd\nef", 4)`, "ab\n… (2 more lines)"},
		{`cutLines("ab\ncd\nef\n", 3)`, "ab\n… (3 more lines)"},
		{`cutLines("abcd\nef", 2)`, "ab\n… (2 more lines)"},
		{`cutLines("😀😀\nef", 3)`, "😀\n… (2 more lines)"},
		{`chars('a😀b', 2)`, `a😀`},
		{`chars('a😀b', 3)`, `a😀b`},
		{`chars('abc', 0)`, ``},
		{`chars('abc', -1)`, ``},
		{`padded('é', 3)`, `é  `},
		{`padded('é', -3)`, `  é`},
		{`padded('abc', 2)`, `abc`},
		{`padded('abc', -2)`, `abc`},
		{`filled('{n} of {all}, {x}{n}', {n: 2, all: 'a{n}'})`, `2 of a{n}, {x}2`},
		{`filled('', {})`, ``},
		{`relative('src/app', 'src/lib/x.ts')`, `../lib/x.ts`},
		{`relative('src', 'src/x.ts')`, `x.ts`},
		{`relative('.', 'a/x.ts')`, `a/x.ts`},
		{`relative('/a', 'x.ts')`, ``},
		{`compact({b: [1, 'x: y <'], a: nil})`, `{"a":null,"b":[1,"x: y <"]}`},
		{`compact('é')`, `"é"`},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}
