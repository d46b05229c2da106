package files

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
)

func TestMergeJSON(t *testing.T) {
	tests := []struct {
		name, content string
		want          string
	}{
		{"others kept", `{"z":9007199254740993,"b":"old","é":"<&>","f":1.50,"n":null}`,
			"{\n  \"z\": 9007199254740993,\n  \"b\": 2,\n  \"é\": \"<&>\",\n  \"f\": 1.50,\n  \"n\": null,\n  \"a\": \"<x>\"\n}\n"},
		{"empty object", "{}", "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n"},
		{"name that stands twice", `{"b":0,"c":1,"b":1}`, "{\n  \"b\": 2,\n  \"c\": 1,\n  \"a\": \"<x>\"\n}\n"},
		{"empty file", "", "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n"},
		{"cut off", `{"c":`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n"},
		{"list", `[1,2]`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n"},
		{"number", `5`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n"},
		{"null", `null`, "{\n  \"a\": \"<x>\",\n  \"b\": 2\n}\n"},
	}
	for _, test := range tests {
		path := file(t, "state.json", test.content)
		if err := MergeJSON(At(path), map[string]json.RawMessage{"b": JSON(2), "a": JSON("<x>")}); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := content(t, path); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	path := filepath.Join(t.TempDir(), "a", "b", "state.json")
	if err := MergeJSON(At(path), map[string]json.RawMessage{"a": JSON(1)}); err != nil || content(t, path) != "{\n  \"a\": 1\n}\n" {
		t.Errorf("absent: %v, want the folders made", err)
	}
}

// Nothing that one process sets is lost to another.
func TestMergeJSONAtOnce(t *testing.T) {
	path := file(t, "state.json", "{}")
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			if err := MergeJSON(At(path), map[string]json.RawMessage{fmt.Sprintf("n%d", i): JSON(i)}); err != nil {
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
