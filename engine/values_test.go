package engine

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

// Values come back as the types that expressions expect.
func TestValues(t *testing.T) {
	at := time.Date(2026, 2, 9, 12, 0, 0, 5, time.UTC)
	want := Values{
		"nil": nil, "text": "é\n\"", "whole": 7, "large": 1 << 60, "part": 2.5, "round": 2.0, "small": 1e-300, "true": true,
		"time": at, "age": 90 * time.Second, "list": []any{1, 2.0, "a", []any{}},
		"object": map[string]any{"time": "noon", "duration": 1, "object": map[string]any{}},
	}
	raw, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Values
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	for name, v := range want {
		if !reflect.DeepEqual(got[name], v) {
			t.Errorf("%s: %#v came back as %#v", name, v, got[name])
		}
	}
	raw, _ = json.Marshal(Values{"of": Offered{Name: "a", Age: time.Minute}, "texts": []string{"a"}})
	json.Unmarshal(raw, &got)
	if want := (Values{"of": map[string]any{"name": "a", "age": time.Minute}, "texts": []any{"a"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, want the struct by the names that expressions use", got)
	}
}

// offered is a value that a fact may give.
type Offered struct {
	Name string        `expr:"name"`
	Age  time.Duration `expr:"age"`
}
