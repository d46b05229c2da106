package files

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func TestChangeJSON(t *testing.T) {
	tests := []struct {
		name, content string
		want          string
		lost          bool // the value at the path is none
	}{
		{"others kept", `{"z":9007199254740993,"b":"old","é":"<&>","f":1.50,"n":null}`,
			"{\n  \"z\": 9007199254740993,\n  \"b\": 2,\n  \"é\": \"<&>\",\n  \"f\": 1.50,\n  \"n\": null,\n  \"a\": \"<x>\"\n}\n", false},
		{"empty object", "{}", "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n", false},
		{"name that stands twice", `{"b":0,"c":1,"b":1}`, "{\n  \"b\": 2,\n  \"c\": 1,\n  \"a\": \"<x>\"\n}\n", false},
		{"empty file", "", "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n", false},
		{"cut off", `{"c":`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n", true},
		{"list", `[1,2]`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n", true},
		{"number", `5`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n", true},
		{"null", `null`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n", true},
	}
	for _, test := range tests {
		path := file(t, "state.json", test.content)
		var lost []byte
		told := func(was []byte) error { lost = was; return nil }
		if err := mergeJSON(At(path), told, map[string]json.RawMessage{"b": JSON(2), "a": JSON("<x>")}); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := content(t, path); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if (lost != nil) != test.lost || test.lost && string(lost) != test.content {
			t.Errorf("%s: told of %q, want %t", test.name, lost, test.lost)
		}
	}
	path := filepath.Join(t.TempDir(), "a", "b", "state.json")
	if err := mergeJSON(At(path), nil, map[string]json.RawMessage{"a": JSON(1)}); err != nil || content(t, path) != "{\n  \"a\": 1\n}\n" {
		t.Errorf("absent: %v, want the folders made", err)
	}
}

// Nothing that one process sets is lost by another.
func TestChangeJSONAtOnce(t *testing.T) {
	path := file(t, "state.json", "{}")
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			if err := mergeJSON(At(path), nil, map[string]json.RawMessage{fmt.Sprintf("n%d", i): JSON(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	o := ReadObject([]byte(content(t, path)))
	for i := range 16 {
		if got := string(o.Get(fmt.Sprintf("n%d", i))); got != fmt.Sprint(i) {
			t.Errorf("n%d is %q, want %d", i, got, i)
		}
	}
}

// mergeJSON sets names of an object in a file.
func mergeJSON(p Place, lost func([]byte) error, set map[string]json.RawMessage) error {
	return ChangeJSON(p, lost, func(o *Object) error {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			o.Set(name, set[name])
		}
		return nil
	})
}

// Setting, reading and removing at a path of names leave everything else as it was.
func TestPaths(t *testing.T) {
	tests := []struct{ object, path, had, set, dropped string }{
		{`{"a":1}`, "b.c", "", `{"a":1,"b":{"c":9}}`, `{"a":1}`},
		{`{"a":{"x": 1.50,"y":2}}`, "a.y", "2", `{"a":{"x":1.50,"y":9}}`, `{"a":{"x":1.50}}`},
		{`{"a":7}`, "a.b", "", `{"a":{"b":9}}`, `{"a":7}`},
		{`{"a.b":1,"a":{"b":2}}`, `a\.b`, "1", `{"a.b":9,"a":{"b":2}}`, `{"a":{"b":2}}`},
		{`{"a\\":{"":3}}`, `a\\.`, "3", `{"a\\":{"":9}}`, `{"a\\":{}}`},
		{`{"a":[1]}`, "a.0", "", `{"a":{"0":9}}`, `{"a":[1]}`},
	}
	for _, test := range tests {
		if got := string(ReadObject([]byte(test.object)).GetPath(test.path)); got != test.had {
			t.Errorf("%s: %q at %s, want %q", test.object, got, test.path, test.had)
		}
		o := ReadObject([]byte(test.object))
		if o.SetPath(test.path, JSON(9)); string(o.Encode()) != test.set {
			t.Errorf("%s: %s with %s, want %s", test.object, o.Encode(), test.path, test.set)
		}
		o = ReadObject([]byte(test.object))
		if o.DropPath(test.path); string(o.Encode()) != test.dropped {
			t.Errorf("%s: %s without %s, want %s", test.object, o.Encode(), test.path, test.dropped)
		}
	}
	for _, name := range []string{"a", "a.b", `a\`, `\.`, ""} {
		if got := SplitPath(PathName(name)); len(got) != 1 || got[0] != name {
			t.Errorf("%q is %q as a path, want one name", name, got)
		}
	}
}

// A text is written as JSON has it, whatever is in it; each byte that isn't UTF-8 becomes U+FFFD.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "plain", "\"\\\n\r\t\x00\x1f\x7f", "é生\U0001F600\u2028", "a\xffb\xc3", "\uFFFD"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got string
		if err := json.Unmarshal(JSON(text), &got); err != nil || got != string([]rune(text)) {
			t.Errorf("%q is %s (%v)", text, JSON(text), err)
		}
	})
}
