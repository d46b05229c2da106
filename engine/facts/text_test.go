package facts

import "testing"

func TestText(t *testing.T) {
	tests := []struct{ src, want string }{
		{`fits(['a', 'b+'], 'xbbx')`, `true`},
		{`fits(['a', 'b+$'], 'xbbx')`, `false`},
		{`fits([], 'x')`, `false`},
		{`fits('^X', 'xy')`, `false`},
		{`fits({source: '^X', flags: 'i'}, 'xy')`, `true`},
		{`fits([{source: 'pytest(?!.*--fast)', flags: ''}], 'pytest -q')`, `true`},
		{`fits([{source: 'pytest(?!.*--fast)', flags: ''}], 'pytest --fast')`, `false`},
		{`unquoted('git commit -m "run pytest" && echo \'a"b\' "c')`, `git commit -m "" && echo '' "c`},
		{`unquoted('a \\"b" "c\\"d" e')`, `a \"b""c\"d" e`},
		{`unquoted('say \\"b "c\\"d" e')`, `say \"b "" e`},
		{`unquoted('')`, ``},
		{`unquoted('é"ü"\\')`, `é""\`},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}
