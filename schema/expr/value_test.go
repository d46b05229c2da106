package expr

import (
	"errors"
	"testing"

	"bcrules.dev/engine"
)

// some are values by their names; half is no data.
func some(name string) (Value, bool, error) {
	all := map[string]any{"n": 3, "text": map[string]any{"a": "x", "deep": map[string]any{"b": 1.5}}, "list": []any{"a", "b"},
		"rows": []any{map[string]any{"of": "a"}, map[string]any{"of": "b", "deep": true}}, "none": nil, "shell": "${HOME}", "made": "${n}"}
	if name == "half" {
		return Value{}, false, errors.New("half is no value")
	}
	data, ok := all[name]
	return Value{Data: data, Open: name == "n"}, ok, nil
}

// Values are constants, in the code of an expression and in its inspected tree: the code needs no
// names for them. An expression that becomes a text needs no code.
func TestValues(t *testing.T) {
	tests := []struct {
		src  string
		want any    // its result, as a template shows it
		tree string // its tree with data in it
	}{
		{"n + 1", "4", "3 + 1"},
		{"text.a", "x", `"x"`},
		{"text.deep.b * 2", "3", "1.5 * 2"},
		{"text?.deep?.b", "1.5", "1.5"},
		{"text[list[0]]", "x", `{a: "x", deep: {b: 1.5}}.a`},
		{"'a' in list", "true", `"a" in ["a", "b"]`},
		{"list[1]", "b", `"b"`},
		{"rows[1].deep", "true", "true"},
		{"filter(rows, .of in list)[0].of", "a", `filter([{of: "a"}, {deep: true, of: "b"}], .of in ["a", "b"])[0].of`},
		{"none ?? 'y'", "y", `nil ?? "y"`},
		{"'^' + text.a + '$'", "^x$", `"^x$"`},
		{"'x' matches '^' + text.a + '$'", "true", `"x" matches "^x$"`},
		{"'x' matches '^(' + join(list, '|') + ')$'", "false", `"x" matches "^(a|b)$"`},
		{"join(map(rows, .of), '')", "ab", `join(map([{of: "a"}, {deep: true, of: "b"}], .of), "")`},
		{"shell", "${HOME}", `"${HOME}"`},
		{"let l = list; len(l)", "2", `let l = ["a", "b"]; len(l)`},
	}
	scope := NewScope(ValuesOf(some))
	for _, test := range tests {
		made, err := scope.Template("${" + test.src + "} ")
		if err != nil {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		if got, err := made.Fill(map[string]any{}); err != nil || got != test.want.(string)+" " {
			t.Errorf("%s gives %q, %v, want %q", test.src, got, err, test.want)
		}
		if got := scope.Tree(test.src).String(); got != test.tree {
			t.Errorf("%s is %s, want %s", test.src, got, test.tree)
		}
		if got := scope.Used()[string(made[0].Code)]; len(got.Values) == 0 && made[0].Code != nil {
			t.Errorf("%s uses no values", test.src)
		}
	}
	if !scope.Open("n + 1") || scope.Open("text.a") {
		t.Error("what rests on a default is not known")
	}
}

// A name that is both a value's and a fact's means the value if it isn't called. So does a name
// that let keeps.
func TestValueOverFact(t *testing.T) {
	fact := map[string]engine.Fact{"text": {Ask: engine.Plain{Func: func(s string) (string, error) { return s, nil }}, Params: "s"}}
	for src, want := range map[string]string{"text.a": "x", "string(text.deep.b)": "1.5", "let text = 'z'; text + text": "zz"} {
		made, err := NewScope(Facts(fact), ValuesOf(some)).Template("${" + src + "} ")
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if got, err := made.Fill(map[string]any{}); err != nil || got != want+" " {
			t.Errorf("%s: %v, %v, want %s", src, got, err, want)
		}
	}
	if _, err := NewScope(Facts(fact), ValuesOf(some)).Template("${text('y')}"); err != nil {
		t.Error(err)
	}
}

// Faults are where the name is.
func TestValueFaults(t *testing.T) {
	tests := []struct {
		src    string
		offset int
	}{
		{"1 + half", 4},
		{"text.a == n", 7},
		{"text.b == 1", 5},
		{"rows[0].off", 8},
		{"1 + n()", 4},
		{"let m = 1; n.m", 13},
		{"1 + ${n}", 4},
		{"'x' + '${n} y'", 7},
		{"'x' + made", 6},
		{"'${now()}'", 1},
	}
	for _, test := range tests {
		_, err := NewScope(ValuesOf(some)).Template("${" + test.src + "}")
		var fault *SourceError
		if !errors.As(err, &fault) || fault.Offset != test.offset+2 {
			t.Errorf("%s: %v at %d, want a fault at %d", test.src, err, fault.Offset-2, test.offset)
		}
	}
}
