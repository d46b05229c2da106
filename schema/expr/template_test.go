package expr

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/tidwall/gjson"
)

// outline writes a template's parts, expressions as <offset:text>.
func outline(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Literal {
			fmt.Fprintf(&b, "[%s]", p.Text)
		} else {
			fmt.Fprintf(&b, "<%d:%s>", p.Offset, p.Text)
		}
	}
	return b.String()
}

func TestSplit(t *testing.T) {
	tests := []struct{ src, want string }{
		{"", ""},
		{"text", "[text]"},
		{"${x}", "<2:x>"},
		{"a ${x} b", "[a ]<4:x>[ b]"},
		{"${x}${y}", "<2:x><6:y>"},
		{"é${x}", "[é]<4:x>"},
		{"${{'a': {'b': 1}}.a.b}", "<2:{'a': {'b': 1}}.a.b>"},
		{"${filter(l, {# > 1})}!", "<2:filter(l, {# > 1})>[!]"},
		{"${'}'}", "<2:'}'>"},
		{`${"{"}`, `<2:"{">`},
		{"${`{`}", "<2:`{`>"},
		{`${'it\'s }'}`, `<2:'it\'s }'>`},
		{"${`\\`}", "<2:`\\`>"}, // no escapes between backquotes
		{`${"'"} and ${'"'}`, `<2:"'">[ and ]<13:'"'>`},
		{"$${x}", "[${x}]"},
		{"a$${${x}", "[a${]<6:x>"},
		{"$", "[$]"},
		{"$x {x} $ {x}", "[$x {x} $ {x}]"},
		{"100$ ${x}", "[100$ ]<7:x>"},
		{"${}", "<2:>"},
	}
	for _, test := range tests {
		got, err := split(test.src)
		if err != nil {
			t.Errorf("%q: %v", test.src, err)
		} else if outline(got) != test.want {
			t.Errorf("%q is %s, want %s", test.src, outline(got), test.want)
		}
	}
}

func TestSplitUnclosed(t *testing.T) {
	tests := []struct {
		src    string
		offset int
	}{
		{"${", 0},
		{"a ${x", 2},
		{"${x} ${y", 5},
		{"${'}", 0},
		{"${{}", 0},
		{`${'\'}`, 0},
		{"é ${", 3},
	}
	for _, test := range tests {
		_, err := split(test.src)
		var fault *SourceError
		if !errors.As(err, &fault) {
			t.Errorf("%q: error %v, want a SourceError", test.src, err)
		} else if fault.Offset != test.offset {
			t.Errorf("%q: fault at %d, want %d", test.src, fault.Offset, test.offset)
		}
	}
}

func TestCompileTemplateFaults(t *testing.T) {
	names := map[string]any{"n": 1, "s": ""}
	scope := NewScope(Vocabulary{typed: names, plain: names})
	tests := []struct {
		src    string
		offset int // of the fault
	}{
		{"${unknown}", 2},
		{"text ${unknown}", 7},
		{"é${n} ${'é' + unknown}", 16},
		{"${s == n}", 4},
		{"${}", 2},
		{"a ${ }", 4},
		{"${n +}", 4}, // the last token stands for the end
	}
	for _, test := range tests {
		_, err := scope.Template(test.src)
		var fault *SourceError
		if !errors.As(err, &fault) {
			t.Errorf("%q: error %v, want a SourceError", test.src, err)
		} else if fault.Offset != test.offset {
			t.Errorf("%q: %s at %d, want %d", test.src, fault, fault.Offset, test.offset)
		}
	}
}

func TestTemplateValue(t *testing.T) {
	env := map[string]any{"n": 3, "s": "<a>", "list": []any{"<b>", 1}, "none": nil}
	tests := []struct {
		src  string
		want any
	}{
		{"", ""},
		{"text", "text"},
		{"$${n}", "${n}"},
		{"${n}", 3}, // alone, it keeps its type
		{" ${n}", " 3"},
		{"${n}${n}", "33"},
		{"${s} & ${list}", `<a> & ["<b>",1]`},
		{"${n > 2}", true},
		{"[${none}]", "[]"},
	}
	for _, test := range tests {
		parsed, err := NewScope(Vocabulary{typed: env, plain: env}).Template(test.src)
		if err != nil {
			t.Errorf("%q: %v", test.src, err)
			continue
		}
		if got, err := parsed.Fill(env); err != nil || got != test.want {
			t.Errorf("%q gives %#v, %v, want %#v", test.src, got, err, test.want)
		}
	}
}

// A template either says where it is faulty or has each byte of its source in its parts: text
// outside of ${…} is in the literals, unchanged.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"", "a ${x} b", "$${", "${'}'}", "${{}}", "${", "${`", "é${é}$${$", "${\"\\\"}\"}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		parsed, err := split(src)
		if err != nil {
			var fault *SourceError
			if !errors.As(err, &fault) || !strings.HasPrefix(src[fault.Offset:], "${") {
				t.Fatalf("%q: fault %#v, want one at a ${", src, err)
			}
			return
		}
		var back strings.Builder
		for _, p := range parsed {
			if p.Literal {
				back.WriteString(strings.ReplaceAll(p.Text, "${", "$${"))
				continue
			}
			if src[p.Offset:p.Offset+len(p.Text)] != p.Text {
				t.Fatalf("%q: part %q is not at %d", src, p.Text, p.Offset)
			}
			back.WriteString("${" + p.Text + "}")
		}
		if back.String() != src {
			t.Errorf("%q put together again is %q", src, back.String())
		}
		names := map[string]any{"x": 1}
		_, err = NewScope(Vocabulary{typed: names, plain: names}).Template(src)
		var fault *SourceError
		if err != nil && (!errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(src)) {
			t.Errorf("%q: fault %#v, want one inside the text", src, err)
		}
	})
}

// Any expression compiles and gives a value or a fault, or has a fault at a place in it. Compiled
// code is stored and read back.
func FuzzExpression(f *testing.F) {
	for _, s := range []string{"", "event.tool_name == 'Bash'", "text('a') + 'é'", "len(event.tool_input.x) > 1 && text(event.tool_name) in ['a']", "map(1..9, # * 2)", "é.ü",
		"filter(event.list, # != '')", "event?.tool_input?.x ?? 'y'", "duration('x')", "text(", "'\\", "{'a': event}.a.tool_name", "1..1000000000", "repeat('x', 1000000000)", "event matches '('"} {
		f.Add(s)
	}
	shape := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{
		"tool_name": {Kind: "string"}, "list": {Kind: "list"}, "tool_input": {Kind: "object", Open: true},
	}}
	text := engine.Fact{Params: "s", Path: "s", Ask: engine.Func1[string, string](func(_ *engine.Call, s string) (string, error) { return s, nil })}
	tables := engine.Library{Facts: map[string]engine.Fact{"text": text}}
	env := map[string]any{"event": shape.Read(gjson.Parse(`{"tool_name":"Bash","list":["a",1]}`), nil), "text": plan.Function(func(args ...any) (any, error) { return args[0], nil })}
	f.Fuzz(func(t *testing.T, src string) {
		scope := NewScope(Facts(tables.Facts), Event(shape))
		template := "é${" + src + "}"
		compiled, err := scope.Template(template)
		var fault *SourceError
		if err != nil && (!errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(template) || fault.Msg == "") {
			t.Fatalf("%q: fault %#v, want one with a place", template, err)
		}
		if tree := scope.Parsed(src); tree != nil {
			Reach([]ast.Node{tree}, [][]Piece{scope.Pieces(template), scope.Pieces(src)}, tables.Facts, nil)
			Prune(shape, []ast.Node{tree})
		}
		if err == nil {
			compiled.Fill(env)
		}
	})
}
