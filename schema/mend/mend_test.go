package mend_test

import (
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/mend"

	"cuelang.org/go/cue/parser"
)

// found returns a fault at the first ‸ of a text, which it removes.
func found(marked string, is string, meant ...string) (data string, fault error) {
	before, after, _ := strings.Cut(marked, "‸")
	at := plan.Pos{File: "/r/a.cue", Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndex(before, "\n")}
	return before + after, &plan.Error{Pos: at, Err: schema.Mistaken(is, meant, "found %s", is)}
}

// An edit is made in the mistake's place, as the mistake says, and nowhere else.
func TestOf(t *testing.T) {
	tests := []struct {
		name, text, is, meant, want string // want is "" for no edit
	}{
		{"a name without quotes", `‸hok: 1`, "hok", "hook", `hook: 1`},
		{"a name that needs quotes", `a: ‸fp: 1`, "fp", "push-force", `a: "push-force": 1`},
		{"a name in quotes", `a: ‸"f-p": 1`, "f-p", "p-f", `a: "p-f": 1`},
		{"within an expression", `a: "x ‸== 'y'"`, "==", "!=", `a: "x != 'y'"`},
		{"a text of an expression", `a: "x == ‸'y'"`, "y", "z", `a: "x == 'z'"`},
		{"after an escape", `a: "\t‸y"`, "y", "z", `a: "\tz"`},
		{"in a raw text", "a: ##‸#\"y\"###", "y", "", ""},
		{"in a raw text from its start", "a: ‸###\"y\"###", "y", "z", "a: ###\"z\"###"},
		{"a word in a matcher", `a: ‸"^(Read|Wirte)$"`, "Wirte", "Write", `a: "^(Read|Write)$"`},
		{"an item of a list", `a: ‸["Read", "Wirte"]`, "Wirte", "Write", `a: ["Read", "Write"]`},
		{"twice in a list", `a: ‸["Wirte", "Wirte"]`, "Wirte", "Write", ""},
		{"a part of a word alone", `a: ‸"Wirtes"`, "Wirte", "Write", ""},
		{"a sign", `a: "x ‸= y"`, "=", "==", `a: "x == y"`},
		{"a sign that would join another", `a: "x‸@!y"`, "@", "=", ""},
		{"a word that would join another", `a: "x‸=~y"`, "=~", "matches", ""},
		{"put together by CUE", `a: ‸"\(b)x"`, "bx", "by", ""},
		{"with a quote that would end the text", `a: ‸"x"`, "x", `y"z`, ""},
		{"past the end", "a: 1‸", "1", "2", ""},
		{"with line ends of Windows", "b: 1\r\na: ‸\"x\"\r\n", "x", "y", "b: 1\r\na: \"y\"\r\n"},
		{"quotes in a text that ends there", `a: "x == "‸y""`, `"y"`, "'y'", `a: "x == 'y'"`},
		{"quotes that leave less to read", "a: \"x == \"‸y\nb: \"z\"", `"y`, "'y", ""},
	}
	for _, test := range tests {
		data, fault := found(test.text, test.is, test.meant)
		f := mend.NewFile("/r/a.cue", []byte(data))
		made := f.Mend(fault)
		if test.want == "" {
			test.want = data
		}
		if string(f.Is) != test.want || made == 1 != (test.want != data) {
			t.Errorf("%s: %q, %d edits, want %q", test.name, f.Is, made, test.want)
		}
	}
}

// If two may be meant, none is chosen.
func TestTwoMeant(t *testing.T) {
	data, fault := found(`‸nme: 1`, "nme", "name", "nome")
	if e, ok := mend.Of(fault, []byte(data)); ok {
		t.Errorf("found %+v, want no edit", e)
	}
}

// A change is reported by its place in the end; of a place changed twice, the last change.
func TestChanges(t *testing.T) {
	const file = "a: \"é == null\"\nb: \"x\" + \"y\"\n"
	f := mend.NewFile("/r/a.cue", []byte(file))
	at := func(line, col int, is, meant string) {
		if f.Mend(&plan.Error{Pos: plan.Pos{File: f.Path, Line: line, Col: col}, Err: schema.Mistaken(is, []string{meant}, "")}) != 1 {
			t.Errorf("%d:%d: %s was not mended", line, col, is)
		}
	}
	at(2, 10, "y", "zz")
	at(1, 11, "null", "nil")
	at(2, 4, "x", "long")
	at(2, 4, "long", "s")
	var got []string
	for _, c := range f.Changes() {
		got = append(got, c.String()+" "+c.Found+" "+c.Text)
	}
	want := "/r/a.cue:1:11 null nil, /r/a.cue:2:5 x s, /r/a.cue:2:11 y zz"
	if text := strings.Join(got, ", "); text != want || string(f.Is) != "a: \"é == nil\"\nb: \"s\" + \"zz\"\n" {
		t.Errorf("%s in %q, want %s", text, f.Is, want)
	}
}

// Whatever a fault says about a file, CUE can read the edited file if it could read it before.
func FuzzMend(f *testing.F) {
	f.Add("a: \"x == 'y'\"", 1, 10, "y", "z")
	f.Add("hok: a: 1", 1, 1, "hok", "h-k")
	f.Add("a: \"x == \"y\"\"", 1, 11, `"y"`, "'y'")
	f.Fuzz(func(t *testing.T, data string, line, col int, is, meant string) {
		_, before := parser.ParseFile("a.cue", data)
		file := mend.NewFile("a.cue", []byte(data))
		made := file.Mend(&plan.Error{Pos: plan.Pos{File: "a.cue", Line: line, Col: col}, Err: schema.Mistaken(is, []string{meant}, "")})
		if _, err := parser.ParseFile("a.cue", file.Is); before == nil && err != nil {
			t.Errorf("%q became %q", data, file.Is)
		}
		if len(file.Changes()) != made || made == 0 && string(file.Is) != data {
			t.Errorf("%q became %q by %d edits", data, file.Is, made)
		}
	})
}
