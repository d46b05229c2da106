package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/tidwall/gjson"
)

// kinds is a shape with a field of each kind.
var kinds = &Shape{Kind: "object", Fields: map[string]*Shape{
	"s": {Kind: "string"},
	"i": {Kind: "int"},
	"n": {Kind: "number"},
	"b": {Kind: "bool"},
	"l": {Kind: "list", Item: &Shape{Kind: "string"}},
	"o": {Kind: "object", Fields: map[string]*Shape{"s": {Kind: "string"}}},
	"a": {Kind: "any"},
}}

// zero is what kinds reads from nothing.
func zero() map[string]any {
	return map[string]any{"s": "", "i": 0, "n": 0.0, "b": false, "l": []any{}, "o": map[string]any{"s": ""}, "a": nil}
}

func TestShapeRead(t *testing.T) {
	tests := []struct {
		name, json string
		change     map[string]any // from zero
		faults     []string
	}{
		{"nothing", ``, nil, nil},
		{"no field", `{}`, nil, nil},
		{"each field", `{"s":"x","i":3,"n":0.5,"b":true,"l":["x"],"o":{"s":"x"},"a":[1]}`,
			map[string]any{"s": "x", "i": 3, "n": 0.5, "b": true, "l": []any{"x"}, "o": map[string]any{"s": "x"}, "a": []any{1.0}}, nil},
		{"unknown fields", `{"x":1,"o":{"x":1}}`, nil, nil},
		{"null", `{"s":null,"i":null,"n":null,"b":null,"l":null,"o":null,"a":null}`, nil, []string{"b", "i", "l", "n", "o", "s"}},
		{"text everywhere", `{"s":"x","i":"3","n":"3","b":"true","l":"x","o":"x","a":"x"}`,
			map[string]any{"s": "x", "a": "x"}, []string{"b", "i", "l", "n", "o"}},
		{"numbers everywhere", `{"s":1,"i":1,"n":1,"b":1,"l":1,"o":1,"a":1}`,
			map[string]any{"i": 1, "n": 1.0, "a": 1.0}, []string{"b", "l", "o", "s"}},
		{"no whole number", `{"i":1.5}`, nil, []string{"i"}},
		{"whole number written with an exponent", `{"i":1e3}`, map[string]any{"i": 1000}, nil},
		{"number beyond 2^53", `{"i":9007199254740993}`, map[string]any{"i": 9007199254740993}, nil},
		{"number too large for an int", `{"i":1e300}`, nil, []string{"i"}},
		{"item of another type", `{"l":["x",1,"y"]}`, map[string]any{"l": []any{"x", "", "y"}}, []string{"l"}},
		{"fault deep inside", `{"o":{"s":1}}`, nil, []string{"o.s"}},
		{"a list in the place of the object", `[1]`, nil, []string{""}},
		{"a text in the place of the object", `"x"`, nil, []string{""}},
		{"duplicate names", `{"s":"x","s":"y"}`, map[string]any{"s": "y"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := zero()
			for name, v := range test.change {
				want[name] = v
			}
			var faults []string
			got := kinds.Read(gjson.Parse(test.json), func(path, found, want string) { faults = append(faults, path) })
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s reads as %v, want %v", test.json, got, want)
			}
			slices.Sort(faults)
			if !slices.Equal(faults, test.faults) {
				t.Errorf("%s has faults at %q, want %q", test.json, faults, test.faults)
			}
		})
	}
}

func TestShapeReadOpen(t *testing.T) {
	open := &Shape{Kind: "object", Open: true, Fields: map[string]*Shape{"s": {Kind: "string"}}}
	got := open.Read(gjson.Parse(`{"s":1,"x":{"y":[1,null]}}`), nil)
	want := map[string]any{"s": "", "x": map[string]any{"y": []any{1.0, nil}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("reads as %v, want %v", got, want)
	}
}

func TestShapeReadDefault(t *testing.T) {
	one := 1.0
	number := &Shape{Kind: "int", Default: json.RawMessage("100"), Min: &one}
	list := &Shape{Kind: "list", Default: json.RawMessage(`["a","b"]`)}
	joined := &Shape{Kind: "list", Default: json.RawMessage(`["a","b"]`), Join: true}
	tests := []struct {
		name  string
		shape *Shape
		json  string
		want  any
		fault string
	}{
		{"absent", number, ``, 100, ""},
		{"there", number, `7`, 7, ""},
		{"at the minimum", number, `1`, 1, ""},
		{"below the minimum", number, `0`, 100, "found 0, want a whole number from 1"},
		{"of another type", number, `"7"`, 100, `found "7", want a whole number from 1`},
		{"no whole number", number, `1.5`, 100, "found 1.5, want a whole number from 1"},
		{"null", number, `null`, 100, "found null, want a whole number from 1"},
		{"fraction below the minimum", &Shape{Kind: "number", Min: &one}, `0.5`, 0.0, "found 0.5, want a number from 1"},
		{"truth of another type", &Shape{Kind: "bool", Default: json.RawMessage("true")}, `"no"`, true, `found "no", want true or false`},
		{"list absent", list, ``, []any{"a", "b"}, ""},
		{"list replaced", list, `["c"]`, []any{"c"}, ""},
		{"list emptied", list, `[]`, []any{}, ""},
		{"list joined", joined, `["c"]`, []any{"a", "b", "c"}, ""},
		{"list joined, absent", joined, ``, []any{"a", "b"}, ""},
		{"list joined, of another type", joined, `"c"`, []any{"a", "b"}, `found "c", want a list`},
		{"any", &Shape{Kind: "any", Default: json.RawMessage(`{"x":1}`)}, ``, map[string]any{"x": 1.0}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // joining to a default doesn't change it
				fault := ""
				got := test.shape.Read(gjson.Parse(test.json), func(_, found, want string) {
					fault = fmt.Sprintf("found %s, want %s", found, want)
				})
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("%s reads as %#v, want %#v", test.json, got, test.want)
				}
				if fault != test.fault {
					t.Errorf("%s: fault %q, want %q", test.json, fault, test.fault)
				}
			}
		})
	}
}

// Whatever JSON holds, the values read from it have the types with which the rules were checked.
func FuzzShape(f *testing.F) {
	for _, s := range []string{"{}", "null", `{"s":"x","i":3,"n":0.5,"b":true,"l":["x"],"o":{"s":"x"},"a":[1]}`, `{"i":1e300,"l":[[]],"o":{"s":{}},"i":"3"}`, `{"a":{"b":[null]}}`,
		`{"s":"\ud800"}`, `{"\u0073":1}`, `{"i":-0.0,"n":-1e-400}`} {
		f.Add([]byte(s))
	}
	one := 1.0
	shape := *kinds
	shape.Fields = maps.Clone(kinds.Fields)
	shape.Fields["m"] = &Shape{Kind: "int", Default: json.RawMessage("5"), Min: &one}
	shape.Fields["j"] = &Shape{Kind: "list", Default: json.RawMessage(`["d"]`), Join: true}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			return
		}
		if got := shape.Read(gjson.ParseBytes(data), nil); !shaped(&shape, got) {
			t.Errorf("%q reads as %v", data, got)
		}
	})
}

// shaped reports whether a shape reads such a value.
func shaped(s *Shape, v any) bool {
	switch s.Kind {
	case "string":
		_, ok := v.(string)
		return ok
	case "int":
		n, ok := v.(int)
		return ok && (s.Min == nil || float64(n) >= *s.Min)
	case "number":
		_, ok := v.(float64)
		return ok
	case "bool":
		_, ok := v.(bool)
		return ok
	case "list":
		list, ok := v.([]any)
		for _, item := range list {
			ok = ok && (s.Item == nil || shaped(s.Item, item))
		}
		return ok && (!s.Join || len(list) > 0)
	case "object":
		object, ok := v.(map[string]any)
		for name, f := range s.Fields {
			ok = ok && shaped(f, object[name])
		}
		return ok && (s.Open || len(object) == len(s.Fields))
	}
	return true
}
