package expr

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
)

func TestPrune(t *testing.T) {
	text := &plan.Shape{Kind: "string"}
	object := func(fields map[string]*plan.Shape) *plan.Shape {
		return &plan.Shape{Kind: "object", Fields: fields}
	}
	event := object(map[string]*plan.Shape{
		"name":  text,
		"input": object(map[string]*plan.Shape{"command": text, "path": text}),
		"list":  {Kind: "list"},
	})
	const all = "input(command path) list name"
	tests := []struct{ src, want string }{
		{"true", ""},
		{"event.name == 'x'", "name"},
		{"event.input.command", "input(command)"},
		{"event.input?.command", "input(command)"},
		{"event['input'].command", "input(command)"},
		{"event.input.command + event.input.path", "input(command path)"},
		{"len(event.input)", "input(command path)"},
		{"event.input.command != '' || 'x' in event.input", "input(command path)"},
		{"event", all},
		{"event[event.name]", all},
		{"event.input[event.name]", "input(command path) name"},
		{"filter(event.list, # == event.name)", "list name"},
		{"other.name", ""},
		{"file(event.input.path).exists", "input(path)"},
	}
	for _, test := range tests {
		if got := list(Prune(event, []ast.Node{NewScope().Parsed(test.src)})); got != test.want {
			t.Errorf("%s keeps %q, want %q", test.src, got, test.want)
		}
	}
	if len(event.Fields) != 3 {
		t.Error("the shape given was changed")
	}
}

// list writes the names of a shape's fields, nested ones in parentheses.
func list(s *plan.Shape) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		if inner := list(s.Fields[name]); inner != "" {
			name += "(" + inner + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}
