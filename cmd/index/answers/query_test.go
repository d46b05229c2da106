package answers

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"who calls X":              "callers X",
		"callers of X":             "callers X",
		"Who calls X?":             "callers X",
		"what does X call":         "calls X",
		"calls X":                  "calls X",
		"outline of the file a.go": "outline a.go",
		"X":                        "symbols X",
		"where is X defined":       "",
		"where is X":               "symbols X",
		"who imports os.path":      "",
		"imports of os.path":       "imports os.path",
		"words open \"a file":      `words "open" OR "a" OR "file"`,
		"who":                      "symbols who",
		"":                         "",
		"nonsense of X":            "",
	} {
		q, of, err := read(text)
		if got := q.name + " " + of; err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q: found %q %v, want %q", text, got, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("who calls X")
	f.Add("words \" OR *")
	f.Fuzz(func(t *testing.T, text string) {
		q, of, err := read(text)
		if err == nil && (of == "" || q.name != "words" && strings.ContainsAny(of, " \t\n")) {
			t.Errorf("%q: found %q", text, of)
		}
	})
}
