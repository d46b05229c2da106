package engine

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

type brief struct{ Items, Chars int }

// options has fields as facts and actions have them.
type options struct {
	brief
	Kind, Text string
	Kinds      []string
	Tight      []int
	On         bool
	Deep       [][]string
	In         struct{ Name string }
}

// The values of a tree go where encoding/json puts them, faults included.
func TestInto(t *testing.T) {
	for _, test := range []struct {
		tree   any
		simple bool
	}{
		{map[string]any{}, true},
		{map[string]any{"kind": "t", "TEXT": "a\x00é", "kinds": []any{"a", "b"}, "tight": []any{1, 2.0}, "items": 3, "on": true}, true},
		{map[string]any{"kinds": []any{}, "in": map[string]any{"name": "x"}, "deep": []any{[]any{"a"}, []any{}}, "other": 1}, true},
		{map[string]any{"kind": nil, "kinds": nil}, false},
		{map[string]any{"kind": 1}, false},
		{map[string]any{"items": 1.5}, false},
		{map[string]any{"items": 1e300}, false},
		{map[string]any{"items": "1"}, false},
		{map[string]any{"kinds": "a"}, false},
		{map[string]any{"kinds": []any{"a", 1}}, false},
		{map[string]any{"kind": "a", "Kind": "b"}, false},
		{map[string]any{"in": json.RawMessage(`{"name": "raw"}`)}, false},
		{map[string]any{"kind": time.Second}, false},
		{json.RawMessage(`{"kind": "raw"}`), false},
		{"text", false},
		{nil, false},
	} {
		got, want := options{Kinds: []string{"usual", "two"}}, options{Kinds: []string{"usual", "two"}}
		if simple := assign(reflect.ValueOf(&options{}).Elem(), test.tree); simple != test.simple {
			t.Errorf("%v: filled without encoding/json: %t, want %t", test.tree, simple, test.simple)
		}
		raw, err := json.Marshal(test.tree)
		if err == nil {
			err = json.Unmarshal(raw, &want)
		}
		fault := Into(test.tree, &got)
		if (fault == nil) != (err == nil) || err != nil && fault.Error() != err.Error() || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, %v, want %+v, %v", test.tree, got, fault, want, err)
		}
	}
	var tagged struct {
		Name string `json:"as"`
	}
	if err := Into(map[string]any{"as": "x"}, &tagged); err != nil || tagged.Name != "x" {
		t.Errorf("a field that a tag names: %+v, %v", tagged, err)
	}
}
