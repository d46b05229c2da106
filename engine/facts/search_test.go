package facts

import "testing"

func TestSearch(t *testing.T) {
	tests := []struct{ src, want string }{
		{"captures('v1.20 v3.4', `v(\\d+)\\.(\\d+)`)", `[{"text":"v1.20","groups":["v1.20","1","20"],"names":{},"at":0},{"text":"v3.4","groups":["v3.4","3","4"],"names":{},"at":6}]`},
		{"captures('**Keywords:** ä, b', `(?im)^\\W*keywords:[* ]*(?<words>.*)$`)[0].names.words", "ä, b"},
		{"captures('x', 'y')", "[]"},
		{"captures('', 'a*')", `[{"text":"","groups":[""],"names":{},"at":0}]`},
		{"captures('é=1', {source: 'É=(\\\\d)', flags: 'i'})[0].groups[1]", "1"},
		{"captures('ab', '(?<=a)(?<x>b)|(?<y>c)')[0].names", `{"x":"b","y":""}`},
		{"map(['1-2', '3'], len(captures(#, `(\\d)-(\\d)`)))", "[1,0]"},
		{"let text = 'öx1'; text[captures(text, `\\d`)[0].at:]", "1"},
		{"captured('a: v3.14', `v(\\d+)`)", "3"},
		{"captured('b=2', `a=(\\d)|b=(\\d)`)", "2"},
		{"captured('x12', `\\d+`)", "12"},
		{"captured('b', `(a)?b`)", ""},
		{"captured('x', `(y)`)", ""},
		{"replaced('npm ci && npm run npm-x', `\\bnpm (?=ci|run)`, 'pnpm ')", "pnpm ci && pnpm run npm-x"},
		{"replaced('a-b c-d', `(\\w)-(\\w)`, '$2-$1', 1)", "b-a c-d"},
		{"replaced('a-b', `(?<x>\\w)-(?<y>\\w)`, '$<y>$<x>$<z>.')", "ba."},
		{"replaced('a1b', `\\d`, '[$&|$`|$\\'|$$|$1|$<x>|$]')", "a[1|a|b|$|$1|$<x>|$]b"},
		{"replaced('abc', '(a)(b)(c)(d)?', '$3$2$1$4$10')", "cbaa0"},
		{"replaced('x', '', '-')", "-x-"},
		{"replaced('😀', '', '-', 1)", "-😀"},
		{"replaced('aaa', 'a', 'b', 0)", "aaa"},
		{"replaced('aaa', 'a', 'b', -1)", "aaa"},
		{"replaced('', 'a', 'b')", ""},
		{"fits('(?i)ÄB', 'xäb')", "true"},
		{"'foobaz' matches 'foo(?!bar)'", "true"},
		{"'foobar' matches 'foo(?!bar)'", "false"},
		{"'foobar' not matches 'foo(?!bar)'", "true"},
		{"'FÖ' matches '(?i)^fö$'", "true"},
		{"'a\\n' matches 'a$'", "false"},
		{"'x' matches split('y(?!z), x(?!z)', ', ')[1]", "true"},
		{"fromJSON('null') matches 'x'", "false"},
		{"map(['a', 'ab'], # matches '^a$')", "[true,false]"},
		{"fits(`\\p{L}+$`, 'ñ')", "true"},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}

// Text replaced by itself stays as it is.
func FuzzReplaced(f *testing.F) {
	f.Add("a-b c-d", `(?<x>\w)-(\w)`, "$2$<x>$$")
	f.Add("ää", "", "$&")
	f.Add("x\n", "$", "$1$'")
	f.Fuzz(func(t *testing.T, text, pattern, with string) {
		if len(text) > 300 || len(pattern) > 40 || len(with) > 40 {
			return
		}
		if _, err := finder(pattern); err != nil {
			return
		}
		same, err := replacedIn(nil, text, pattern, "$&")
		if err != nil || same != text {
			t.Errorf("%q with itself for /%s/: %q, %v", text, pattern, same, err)
		}
		none, err := replacedIn(nil, text, pattern, with, 0)
		if err != nil || none != text {
			t.Errorf("%q with nothing replaced: %q, %v", text, none, err)
		}
		if _, err := replacedIn(nil, text, pattern, with); err != nil {
			t.Errorf("%q with %q for /%s/: %v", text, with, pattern, err)
		}
	})
}
