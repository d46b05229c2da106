package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is read as deep as other JSON and no deeper, ignoring brackets in strings and comments.
func TestDepth(t *testing.T) {
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}" }
	for _, test := range []struct{ name, text, want string }{
		{"as deep as it may be", deep(mostNested), ""},
		{"deeper", deep(mostNested + 1), "1:10005: found more than 10000 nested values, want fewer"},
		{"unended", strings.Repeat("[", 20<<20), "1:10001: found more than 10000 nested values, want fewer"},
		{"objects", strings.Repeat(`{"a":`, 3<<20), "1:50001: found more than 10000 nested values, want fewer"},
		{"after strings and comments", "// \"\n{/* [\" */ \"\\\"//\":" + strings.Repeat("[", mostNested), "2:10017: found more than 10000 nested values, want fewer"},
		{"a string", `{"a": "\"` + strings.Repeat("[", mostNested+1) + `"}`, ""},
		{"comments", "{} //" + strings.Repeat("[", mostNested+1) + "\n/*/" + strings.Repeat("{", mostNested+1) + "*/", ""},
		{"many beside each other", `{"a": [` + strings.Repeat("{},", mostNested) + "{}]}", ""},
	} {
		name := filepath.Join(t.TempDir(), "settings.json")
		check(t, os.WriteFile(name, []byte(test.text), 0o600))
		_, err := (Place{Kind: "local", File: name}).Read("")
		if is := ""; err != nil {
			if is = strings.TrimPrefix(err.Error(), name+":"); is != test.want {
				t.Errorf("%s: %.200s, want %s", test.name, is, test.want)
			}
		} else if test.want != "" {
			t.Errorf("%s: no error, want %s", test.name, test.want)
		}
	}
}
