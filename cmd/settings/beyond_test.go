package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Reduce removes what an agent doesn't take, with lines that have nothing else; the rest stays.
func TestReduce(t *testing.T) {
	for _, test := range []struct {
		text  string
		takes []string
		want  string // "" for none
		left  string
	}{
		{"{\"a\": 1}\n", []string{}, "", "{\"a\": 1}\n"},
		{"// x\n{\"a\": 1}", []string{}, "1:1: found a comment", "{\"a\": 1}"},
		{"// x\n{\"a\": 1}", nil, "", "{\"a\": 1}"},
		{"{\r\n\t\"a\": 1, // x\r\n\t// y\r\n\t\"b\": \"//,}\"\r\n}\r\n", []string{}, "2:10: found a comment", "{\r\n\t\"a\": 1,\r\n\t\"b\": \"//,}\"\r\n}\r\n"},
		{"{\r\n\t\"a\": 1, // x\r\n\t\"b\": [2,],\r\n}\r\n", []string{Comment}, "3:9: found a trailing comma", "{\r\n\t\"a\": 1, // x\r\n\t\"b\": [2]\r\n}\r\n"},
		{"{\"a\": 1 /* , */ , }", []string{}, "1:9: found a comment", "{\"a\": 1 }"},
		{"{\"a\": 1} // end\n", []string{TrailingComma}, "1:10: found a comment", "{\"a\": 1}\n"},
		{"{\"a\": 1}\n// end\n", []string{}, "2:1: found a comment", "{\"a\": 1}\n"},
		{"\uFEFF{}", []string{}, "1:1: found a byte order mark", "{}"},
		{"\uFEFF{\"a\": 1,}", []string{ByteOrderMark}, "1:8: found a trailing comma", "\uFEFF{\"a\": 1}"},
	} {
		name := filepath.Join(t.TempDir(), "settings.json")
		check(t, os.WriteFile(name, []byte(test.text), 0o600))
		f := read(t, name)
		err := f.Beyond(test.takes)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(strings.TrimPrefix(err.Error(), name+":"), test.want) {
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
		if check(t, f.Reduce(test.takes)); string(f.Is()) != test.left {
			t.Errorf("%q: is %q, want %q", test.text, f.Is(), test.left)
		}
		if err := f.Beyond(append([]string{}, test.takes...)); err != nil {
			t.Errorf("%q: still %v", test.text, err)
		}
		was := string(f.Is())
		if check(t, f.Register(program, wanted)); was == string(f.Is()) {
			t.Errorf("%q: nothing is registered", test.text)
		}
		if check(t, f.Unregister(nil)); string(f.Is()) != was {
			t.Errorf("%q: is %q with entries taken out, want %q", test.text, f.Is(), was)
		}
	}
}
