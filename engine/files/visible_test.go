package files

import "testing"

// A text is shown unchanged except for control characters, and keeps lines and tabs if it may have
// some.
func TestVisible(t *testing.T) {
	for _, test := range []struct{ text, line, lines string }{
		{"", "", ""},
		{"rm\ufe0f \ufe0fx ℹ\ufe0f\ufe0f", "rm<U+FE0F> <U+FE0F>x ℹ\ufe0f<U+FE0F>", "rm<U+FE0F> <U+FE0F>x ℹ\ufe0f<U+FE0F>"},
		{"/home/naïve ⚠️/生命", "/home/naïve ⚠️/生命", "/home/naïve ⚠️/生命"},
		{"a\x1b[31m\n\tb\u202e\u009b\x7f", "a␛[31m␊␉b<U+202E><U+009B>␡", "a␛[31m\n\tb<U+202E><U+009B>␡"},
		{"\x9b\xc3", "<9B><C3>", "<9B><C3>"},
		{"�\n", "�␊", "�\n"},
	} {
		if line, lines := Visible(test.text), VisibleLines(test.text); line != test.line || lines != test.lines {
			t.Errorf("%q: found %q and %q, want %q and %q", test.text, line, lines, test.line, test.lines)
		}
	}
}
