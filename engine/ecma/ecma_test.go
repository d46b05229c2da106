package ecma

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The results of JavaScript's test() for patterns and texts.
func TestMatch(t *testing.T) {
	tests := []struct {
		source, flags, text string
		want                bool
	}{
		{`\bpytest\b(?!.*--no-header)`, "", "pytest -q", true},
		{`\bpytest\b(?!.*--no-header)`, "", "pytest -q --no-header", false},
		{`\bpytest\b(?!.*--no-header)`, "", "pytest -q\n--no-header", true},
		{`\bpytest\b(?!.*--no-header)`, "", "pytest --no-header; pytest", true},
		{`\bpytest\b(?!.*(--no-header|-p no:faulthandler|TERM=dumb))`, "", "TERM=dumb pytest", true},
		{`\bpytest\b(?!.*(--no-header|-p no:faulthandler|TERM=dumb))`, "", "pytest -p no:faulthandler", false},
		{`^(?!.*docker).*pytest`, "", "docker run pytest", false},
		{`^(?!.*docker).*pytest`, "", "run pytest", true},
		{`^(?:(?!sudo).)*rm`, "", "sudo rm", false},
		{`^(?:(?!sudo).)*rm`, "", "rm; sudo x", true},
		{`^(?:(?!sudo).)*rm`, "m", "sudo x\nrm y", true},
		{`c++ (a|b`, "q", "of c++ (a|b", true},
		{`c++ (a|b`, "iq", "C++ (A|B", true},
		{`c++ (a|b`, "q", "C++ (A|B", false},
		{`a.c`, "q", "abc", false},
		{`\d`, "uq", `a \d`, true},
		{`a`, "qy", "ba", false},
		{`foo(?!bar)`, "", "foobar foobaz", true},
		{`foo(?!bar)`, "", "foobar", false},
		{`\d+(?!px)`, "", "12px", true},
		{`\d(?!\d*px)`, "", "12px", false},
		{`git\s+commit(?!.*--amend).*-m`, "", "git commit -m x", true},
		{`git\s+commit(?!.*--amend).*-m`, "", "git commit --amend -m x", false},
		{`(?=.*a)(?=.*b)^.+$`, "", "xxbxa", true},
		{`(?=.*a)(?=.*b)^.+$`, "", "xxbxx", false},
		{`(?<=\$)\d+`, "", "cost $42", true},
		{`(?<=\$)\d+`, "", "cost 42", false},
		{`(?<!\$)\b\d+`, "", "cost $42", false},
		{`(?<!\$)\b\d+`, "", "cost 42", true},
		{`(?<!a(?!b))c`, "", "ac", false},
		{`(?<!a(?!b))c`, "", "xc", true},
		{`a(?=b(?!c))`, "", "abd", true},
		{`a(?=b(?!c))`, "", "abc", false},
		{`(?!a)(?!b).`, "", "ab", false},
		{`(?=a)*b`, "", "b", true},
		{`(?=a)+b`, "", "b", false},
		{`(?!\bno\b)\w+$`, "", "no", true},
		{`^\s*$`, "", "\u00a0\ufeff\u3000", true},
		{`\s`, "", "\u200b", false},
		{`\S`, "", "\u2003\u2028", false},
		{`[\s\S]+x`, "", "\n\nx", true},
		{`[^\S\n]x`, "", "\u00a0x", true},
		{`[^\S\n]x`, "", "\nx", false},
		{`.`, "", "\u2028", false},
		{`^.$`, "s", "\u2028", true},
		{`^b`, "m", "a\rb", true},
		{`a$`, "m", "a\r\nb", true},
		{`a$`, "", "a\n", false},
		{`^b`, "", "a\nb", false},
		{`^b$`, "m", "a\u2029b\u2029c", true},
		{`[^]`, "", "\n", true},
		{`[]`, "", "a", false},
		{`[]a]`, "", "a]", false},
		{`[^a-c]`, "", "abc", false},
		{`[\w-.]+x`, "", "a-.x", true},
		{`[.\-/]`, "", "-", true},
		{`[a\-z]`, "", "b", false},
		{`[\b]`, "", "\b", true},
		{`[\d\-]`, "", "-", true},
		{`[\]]`, "", "]", true},
		{`[^^]`, "", "^", false},
		{`\/path\/to`, "", "/path/to", true},
		{`\cJ`, "", "\n", true},
		{`\0`, "", "\x00", true},
		{`\x41\u0042`, "", " AB", true},
		{`\u{3}`, "", "uuu", true},
		{`\u{41}`, "u", "A", true},
		{`\uD83D\uDE00`, "", "😀", true},
		{`[\uD83D\uDE00]`, "u", "😀", true},
		{`^.$`, "u", "😀", true},
		{`\101\7`, "", "A\u0007", true},
		{`\8`, "", "8", true},
		{`\a\e\z\A\Q`, "", "aezAQ", true},
		{`a{`, "", "a{", true},
		{`a{,3}`, "", "a{,3}", true},
		{`a{2}`, "", "aa", true},
		{`a{2,}?b`, "", "aab", true},
		{`x{0}y`, "", "y", true},
		{`}]`, "", "}]", true},
		{`(a)(?:b)(?<n>c)`, "", "abc", true},
		{`(?:|a)b`, "", "b", true},
		{`a||`, "", "b", true},
		{`(?:a|b|)c`, "", "c", true},
		{`ABC`, "i", "abc", true},
		{`é`, "i", "\u00c9", true},
		{`[à-ý]`, "i", "\u00c9", true},
		{`[^a-z]`, "i", "AbC", false},
		{`\W`, "iu", "\u017f", false},
		{`[\W_]`, "i", "s", false},
		{`\bkey\b`, "i", "KEY", true},
		{`(?i:a)b`, "", "Ab", true}, // ECMAScript 2025
		{`straße`, "i", "STRA\u00dfE", true},
		{`\p{Lu}`, "u", "aB", true},
		{`\p{Script=Greek}`, "u", "\u03b1", true},
		{`\P{L}`, "u", "a", false},
		{`\p{L}`, "", "p{L}", true},
		{`^a`, "y", "a", true},
		{`b`, "y", "ab", false},
		{`a|b`, "gy", "b", true},
		{`a+?b*?c??`, "", "aaa", true},
		{`mock\.patch\(|@patch\(`, "", "x @patch(", true},
		{`test.*\.py$`, "i", "TESTS/a.PY", true},
		{`(?<![\w./-])rm\s+-rf\b`, "", "xrm -rf /", false},
		{`(?<![\w./-])rm\s+-rf\b`, "", "; rm -rf /", true},
		{`^(?=.*\bgit\b)(?!.*\bstatus\b)(?!.*\bdiff\b).*$`, "", "git push", true},
		{`^(?=.*\bgit\b)(?!.*\bstatus\b)(?!.*\bdiff\b).*$`, "", "git diff", false},
		{`npm (?:i|install)(?! --save-exact)\b`, "", "npm install --save-exact x", false},
		{`npm (?:i|install)(?! --save-exact)\b`, "", "npm install x", true},
		{`(?:a*)*b`, "", "aaab", true},
		{`(?:(?=a)a)+$`, "", "aaa", true},
		{`(?!)`, "", "x", false},
		{`(?=)`, "", "", true},
		{``, "", "", true},
		{`\B`, "", "a", false},
		{`\B`, "", "ab", true},
	}
	for _, test := range tests {
		p, err := Translate(test.source, test.flags)
		if err != nil {
			t.Errorf("/%s/%s: %v", test.source, test.flags, err)
			continue
		}
		m, err := p.Compile()
		if err != nil {
			t.Errorf("/%s/%s: %v", test.source, test.flags, err)
			continue
		}
		if got := m.Match(test.text); got != test.want {
			t.Errorf("/%s/%s on %q: %t, want %t; %+v", test.source, test.flags, test.text, got, test.want, p)
		}
		if lits := p.Literals(); test.want && !lits.In(Fold(test.text)) {
			t.Errorf("/%s/%s on %q: none of %q is in it", test.source, test.flags, test.text, lits)
		}
	}
}

// The literals that distinguish most are found.
func TestLiterals(t *testing.T) {
	tests := []struct {
		source, flags string
		want          Literals
	}{
		{`\bgit\s+stash\b`, "", Literals{{"stash"}, {"git"}}},
		{`Run\s77$(?!x)`, "", Literals{{"run"}, {"77"}}},
		{`(?=.*Foo)bar+`, "i", Literals{{"foo"}, {"ba"}, {"r"}}},
		{`foo|ba.r|(?:q*ux)`, "", Literals{{"foo", "ba", "ux"}}},
		{`a*|b`, "", nil},
		{`straße`, "i", Literals{{"stra"}, {"e"}}},
		{`(^|/)\.(claude|cline|[cC]odex)/x`, "", Literals{{".claude/x", ".cline/x", ".codex/x"}}},
		{`[*?]|^x[.-]y`, "", Literals{{"*", "?", "x-y", "x.y"}}},
		{`(ab|cd)(ef|gh)i`, "", Literals{{"efi", "ghi"}, {"ab", "cd"}}},
		{`(?:ab){2}\w{0,3}(cd)?`, "", Literals{{"ab"}}},
	}
	for _, test := range tests {
		p, err := Translate(test.source, test.flags)
		if got := p.Literals(); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("/%s/%s: %q, %v, want %q", test.source, test.flags, got, err, test.want)
		}
	}
	for text, want := range map[string]bool{"git stash": true, "stash of git": true, "stash": false, "git": false, "": false} {
		if got := (Literals{{"stash"}, {"git", "hg"}}).In(text); got != want {
			t.Errorf("in %q: %t, want %t", text, got, want)
		}
	}
}

// Patterns without a program, and invalid ones, are refused with the reason.
func TestTranslateRefuses(t *testing.T) {
	tests := []struct{ source, flags, fault string }{
		{`(a)\1`, "", `found \1, which points back`},
		{`(?<x>a)\k<x>`, "", `found \k, which points back`},
		{`\1`, "u", `found \1, which points back`},
		{`[invalid`, "", "found [ without ]"},
		{`(a`, "", "found ( without )"},
		{`a)`, "", "found ) without ("},
		{`*a`, "", "found nothing to repeat before *"},
		{`a**`, "", "found nothing to repeat before *"},
		{`{2}`, "", "found nothing to repeat before {"},
		{`^*`, "", "found nothing to repeat"},
		{`(?<=a)*`, "", "found nothing to repeat"},
		{`(?=a)*`, "u", "found nothing to repeat"},
		{`a{3,1}`, "", "found {3,1}, want the smaller number first"},
		{`a{1,2000}`, "", "found a pattern that is too large"},
		{`(?:a{900}){900}`, "", "found a pattern that is too large"},
		{strings.Repeat("(", 2000), "", "found a pattern that is too large"},
		{`[z-a]`, "", "found range z-a"},
		{`[\d-z]`, "u", "found a range between classes"},
		{`(?<1>a)`, "", "found (?< without a name"},
		{`(?#a)`, "", "found (?, want"},
		{`(?ii:a)`, "", "found i twice"},
		{`a{`, "u", `found {, want \{`},
		{`\p{Nonsense}`, "u", `found class \p{Nonsense}`},
		{`\a`, "u", `found \a, which flag u refuses`},
		{`\01`, "u", `found \01, which flag u refuses`},
		{`\c1`, "u", `found \c without a letter`},
		{`a\`, "", `found \ at the end`},
		{"\xff", "", "found bytes that are no text"},
		{`a`, "v", "found flag v, want some of"},
		{`a`, "ii", "found flag i twice"},
	}
	for _, test := range tests {
		_, err := Translate(test.source, test.flags)
		if err == nil || !strings.HasPrefix(err.Error(), test.fault) {
			t.Errorf("/%s/%s: %v, want %s", test.source, test.flags, err, test.fault)
		}
	}
}

// A text made to slow engines that try alternatives one by one takes no longer than another.
func TestLinear(t *testing.T) {
	p, err := Translate(`^(?=(a+)+$)(?!.*(b|c*)*d)(x+x+)+y`, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if m.Match(strings.Repeat("a", 20_000) + strings.Repeat("x", 20_000)) {
		t.Error("found a match, want none")
	}
}

// Any pattern is refused or has a program. The program answers as package regexp does if that can
// run the pattern, and only matches texts with one of its literals.
func FuzzTranslate(f *testing.F) {
	for _, s := range []string{`\bpytest\b(?!.*--no-header)`, `^(?:(?!b).)*a|[^\W_]{2,}$`, `(?<=\$)\d+(?<!0)`, `[\s\S-z\]]\u{1F600}\cJ`, `a{1,3}?(?i:b|)`} {
		f.Add(s, "im", "pytest -q\r\nABA")
	}
	f.Fuzz(func(t *testing.T, source, flags, text string) {
		p, err := Translate(source, flags)
		if err != nil || len(source) > 200 || len(text) > 100 {
			return
		}
		m, err := p.Compile()
		if err != nil {
			t.Fatalf("/%s/%s: %+v: %v", source, flags, p, err)
		}
		got := m.Match(text)
		if lits := p.Literals(); got && !lits.In(Fold(text)) {
			t.Errorf("/%s/%s on %q: none of %q is in it", source, flags, text, lits)
		}
		if len(p.Looks) > 0 || p.Lines && endsOtherwise(text) {
			return
		}
		if re, err := regexp.Compile(p.Expr); err != nil || re.MatchString(text) != got {
			t.Errorf("/%s/%s on %q: %t, by RE2 %t (%v)", source, flags, text, got, !got, err)
		}
	})
}

// Places where a pattern can't begin are skipped, which must not lose a match.
func TestStart(t *testing.T) {
	for _, test := range []struct {
		source, flags, text string
		want                bool
	}{
		{`k`, "i", "--- \u212A", true}, // of kelvin, beyond ASCII
		{`ſx`, "i", "ab SX", true},
		{`^b`, "", "ab", false},
		{`^b`, "m", "a\u2028b", true},
		{`$`, "", "ab", true},
		{`[^a]b`, "", "aab\nb", true},
		{`.b`, "", "\nb", false},
		{`(?:x|)\bc`, "", "ab c", true},
		{`(?<=b)c`, "", "abc", true},
		{`(?<=é)c`, "", "aéc", true},
		{`a(?=é)`, "", "b aé", true},
		{`a(?!é)`, "", "b aé", false},
		{`[\u{1F600}-\u{1F64F}]`, "u", "ab\U0001F600", true},
		{`(?!a)\w`, "", "aab", true},
		{`[]`, "", "a", false},
	} {
		p, err := Compile(test.source, test.flags)
		if err != nil || p.Match(test.text) != test.want {
			t.Errorf("/%s/%s on %q: %v, want %t", test.source, test.flags, test.text, err, test.want)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	text := strings.Repeat("value = float(row.get('amount', 0)) * 1.2 + len(row)\n", 200)
	for name, source := range map[string]string{"rare": `\bDELETE\b[^;]*WHERE`, "words": `(?i)(?:^|[^a-z0-9])(?:drop|truncate|purge)\s+\w+`, "look": `(?i)\bpassword\s+(?=\S*\d)\S{8,}`, "dense": `\w+\s*=\s*\w+;`} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p, err := Compile(source, "")
				if source[0] == '(' && source[1] == '?' && source[2] == 'i' {
					p, err = Compile(source[4:], "i")
				}
				if err != nil || p.Match(text) {
					b.Fatal(err)
				}
			}
		})
	}
}
