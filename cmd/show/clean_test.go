package show

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode"
)

// In written text, characters that control a terminal are shown, and only this process' own styles
// take effect.
func TestOutput(t *testing.T) {
	colours = true
	defer func() { colours = false }()
	tests := []struct{ written, want string }{
		{"plain\ttext\n", "plain\ttext\n"},
		{"\x1b[2K\x1b[1Gx", "␛[2K␛[1Gx"},
		{"\x1b[32mall is well\x1b[0m", "␛[32mall is well␛[0m"},
		{"\x1b[32;123m", "␛[32;123m"},
		{"a\rb\bc\a\x7f", "a␍b␈c␇␡"},
		{"a\u202eb\u2066\u200b\ufeff", "a<U+202E>b<U+2066><U+200B><U+FEFF>"},
		{"\u009b31m", "<U+009B>31m"},
		{"\x9b31m \xc3", "<9B>31m "}, // the beginning of a character waits for its end
		{"\U000e0041\u3164\U000e0100\u2028", "<U+E0041><U+3164><U+E0100><U+2028>"},
		{"naïve ⚠️ 生命", "naïve ⚠️ 生命"},
		{Good.Sprint("ok"), "\x1b[32mok\x1b[0m"},
		{Good.Sprint("o\x1b[0mk"), "\x1b[32mo␛[0mk\x1b[0m"},
		{Good.Sprint("o", Bold.Sprint("k"), "!"), "\x1b[32mo\x1b[1mk\x1b[0m\x1b[32m!\x1b[0m"},
		{Good.Sprint("ok") + "\x1b[0m", "\x1b[32mok\x1b[0m␛[0m"},
		{Screen{Width: 80}.Table([]string{"a"}, [][]string{{"x\nforged  row"}}), "\x1b[1mA\x1b[0m\nx␊forged  row\n"},
	}
	for _, test := range tests {
		var got bytes.Buffer
		io.WriteString(Cleaned(&got), test.written)
		if got.String() != test.want {
			t.Errorf("%q: found %q, want %q", test.written, &got, test.want)
		}
		got.Reset()
		o := Cleaned(&got)
		for _, b := range []byte(test.written) {
			o.Write([]byte{b})
		}
		if got.String() != test.want {
			t.Errorf("%q, byte by byte: found %q, want %q", test.written, &got, test.want)
		}
	}
}

func FuzzOutput(f *testing.F) {
	f.Add([]byte("\x1b[1;2mx\x1b"), []byte("[2J\u202e\x9b"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var got, whole bytes.Buffer
		o := Cleaned(&got)
		o.Write(a)
		o.Write(b)
		if i := strings.IndexFunc(got.String(), func(r rune) bool { return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf) }); i >= 0 {
			t.Errorf("%q, %q: found %q", a, b, got.String()[i:])
		}
		Cleaned(&whole).Write(append(bytes.Clone(a), b...))
		if got.String() != whole.String() {
			t.Errorf("%q, %q: found %q in two, %q at once", a, b, &got, &whole)
		}
	})
}
