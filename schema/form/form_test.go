package form_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bcrules.dev/engine/effects"
	"bcrules.dev/schema/form"
)

func TestCompared(t *testing.T) {
	for _, c := range []struct{ form, op, text, want string }{
		{"path", "==", "/a/b", ""},
		{"path", "==", "${D}/a", ""},
		{"path", "startsWith", `C:\`, ""},
		{"path", "endsWith", ".go", ""},
		{"path", "==", "a/b", "but it is an absolute path, want project() + '/a/b', or under(x, …)"},
		{"path", "startsWith", "~/.ssh/", "but it is an absolute path, want under(x, '~/.ssh')"},
		{"path", "matches", "^src/", "but it is an absolute path, want (^|/) before it, or under(x, …)"},
		{"path", "matches", "(^|/)src/", ""},
		{"glob-path", "contains", "*", ""},
		{"glob-path", "endsWith", "*.pem", "where * and ? stand for themselves, want matches and a pattern"},
		{"program", "in", "git-lfs", ""},
		{"program", "==", "git.exe", "want a program's name without .exe, git"},
		{"program", "startsWith", "/bin/", "want a program's name without folder, bin"},
		{"program", "matches", "^git push", "want a program's name alone, as in  .program == 'git' && 'push' in .operands"},
		{"program", "matches", "^(git|hg)$", ""},
		{"flag", "==", "--force", "want it without dashes"},
		{"flag", "==", "color=always", "want color, and its value in  .options"},
		{"flag", "contains", "-", ""},
		{"host", "==", "::1", ""},
		{"host", "==", "localhost:8080", "want a host without scheme, user, port and path, in small letters, localhost"},
		{"host", "==", "https://git@GitHub.com/x", "want a host without scheme, user, port and path, in small letters, github.com"},
		{"host", "endsWith", ".internal", ""},
		{"method", "==", "propfind", "want it in capitals, PROPFIND"},
		{"branch", "==", "refs/heads/main", "want the branch alone, main"},
		{"commit", "==", "HEAD", "want a commit in hexadecimal"},
		{"rel", "startsWith", "./src", "want src"},
		{"name", "==", "src/a.go", "want the last part of the path alone, a.go"},
		{"path", "endsWith", "/", "want it without / at its end, or startsWith for what lies in a folder"},
		{"path", "startsWith", "/a/", ""},
		{"path", "==", "/", ""},
		{"id", "==", "None", "want '' for one that was not sent"},
		{"id", "startsWith", "none", ""},
		{"compact", "contains", `"a": 1`, "where no blank stands after : and ,"},
		{"compact", "contains", `\"a\": 1`, ""},
		{"compact", "contains", `"a", "b"`, "where no blank stands after : and ,"},
		{"compact", "matches", `"a": ?1`, ""},
		{"indented", "contains", `"a":1`, "where a blank stands after : and each name begins a line, want compact(…), which has neither"},
		{"indented", "contains", `"a": 1`, ""},
		{"sha256", "startsWith", "E3B0", "want it in small letters, e3b0"},
		{"sha256", "startsWith", "e3b0", ""},
		{"sha256", "==", "e3b0", "want all 64 digits, or startsWith for the first of them"},
		{"address", "startsWith", "https://", ""},
		{"address", "==", "www.example.com", "want it with its scheme, https://www.example.com, or a part of it by contains"},
		{"text", "==", "/a*", ""},
	} {
		if got := form.Of(c.form).Compared("x", c.op, c.text).Text; got != c.want {
			t.Errorf("%s %s %q: found %q, want %q", c.form, c.op, c.text, got, c.want)
		}
	}
	if got := form.Of("json|yaml").Given("yml").Text; got != "want json or yaml" {
		t.Errorf("found %q, want the values", got)
	}
}

// Calls' effects are said in texts of the forms that the fields have.
func TestEffectsAreOfTheirForms(t *testing.T) {
	files, err := filepath.Glob("../../engine/effects/testdata/*.txt")
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d files (%v), want those of the commands that are known", len(files), err)
	}
	commands := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			if !ok {
				continue
			}
			commands++
			does := effects.Of(effects.Place{Dir: "/home/user/p", Home: "/home/user"}, func(yield func(verb, text string) bool) { yield("shell", command) })
			formed(t, command, reflect.ValueOf(does), "", "")
		}
	}
	if commands < 700 {
		t.Errorf("found %d commands, want 700", commands)
	}
}

// formed checks a value and everything in it, by the fields' tags.
func formed(t *testing.T, command string, v reflect.Value, name, tag string) {
	switch v.Kind() {
	case reflect.String:
		is := form.Of(tag)
		if wrong := is.Given(v.String()); wrong.Text != "" && !wrong.Mild && v.String() != "" {
			t.Errorf("%s: %s is %q: %s", command, name, v.String(), wrong.Text)
		}
	case reflect.Slice:
		for i := range v.Len() {
			formed(t, command, v.Index(i), name, tag)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				formed(t, command, v.Field(i), name+"."+f.Tag.Get("expr"), f.Tag.Get("form"))
			}
		}
	}
}

// The result of a layout, and what it is compared with.
func TestLaid(t *testing.T) {
	for _, c := range []struct{ layout, op, text, want string }{
		{"%H", "<", "09", ""},
		{"%H", "<", "9", "which texts of %H are compared with letter by letter, want 09"},
		{"%F", ">=", "2026-02", ""},
		{"%F", ">", "2026-2-27", "which texts of %Y-%m-%d are compared with letter by letter"},
		{"%u", "in", "0", "which %u never gives, want one that fits [1-7]"},
		{"%a", "==", "monday", "which %a never gives, want Mon"},
		{"%I", ">=", "18", "which %I never gives, want one that fits (0[1-9]|1[0-2])"},
		{"%Z", "==", "CET", ""},
	} {
		if got := form.Laid(c.layout).Compared("x", c.op, c.text).Text; got != c.want {
			t.Errorf("%s %s %q: found %q, want %q", c.layout, c.op, c.text, got, c.want)
		}
	}
}

// Groups that are a whole number wherever their pattern matches.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		pattern string
		group   int
		want    bool
	}{
		{`build (\d+)`, 1, true}, {`build (\d+) of ([0-9]{2})`, 2, true}, {`#((\d+))`, 2, true}, {`^\d+$`, 0, true}, {`build (\d*)`, 1, false},
		{`build(?: (\d+))?`, 1, false}, {`(\d+)|x`, 1, false}, {`(\w+)`, 1, false}, {`(\d+)`, 2, false}, {`v(\d+\.\d+)`, 1, false}, {`x(\d+)`, 0, false},
	} {
		if got := form.Digits(c.pattern, c.group); got != c.want {
			t.Errorf("%s group %d: found %t, want %t", c.pattern, c.group, got, c.want)
		}
	}
}

// Patterns that fit every text, or none.
func TestPatterns(t *testing.T) {
	for pattern, every := range map[string]bool{"a|b|": true, ".*": true, "^.*": true, "x?$": true, "^x?$": false, "a+": false, `\b`: false} {
		if got := form.Everything(pattern); got != every {
			t.Errorf("%s: found %t, want %t", pattern, got, every)
		}
	}
	for pattern, wrong := range map[string]bool{".env": true, `\.env`: false, ".+env": false, "a$ ": true, "a ^b": true, "^a$|^b$": false, `x\.json$`: false, "x.json$": true} {
		if got := form.Of("pattern").Given(pattern).Text != ""; got != wrong {
			t.Errorf("%s: found %t, want %t", pattern, got, wrong)
		}
	}
}
