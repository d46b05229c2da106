package table

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Check reports what is left out of rows, and what has no effect though nothing is left out. Vital
// applies to a row with its aliases and defaults.
func TestCheck(t *testing.T) {
	def := tips()
	def.Column("tools").Item.Bounds = []Bound{{known, []byte(`["Bash","Read"]`)}}
	tests := []struct{ vital, row, want string }{
		{"guard", `{"tools": ["Bash"]}`, ""},
		{"guard", `{"tools": ["bash"]}`, `row a: tools[0]: found "bash", want "Bash" | "Read"`},
		{"guard", `{"tools": [3]}`, `row a: tools[0]: found 3, want string; the row is left out`},
		{"guard", `{"tool": ["Bash"], "kind": "hint"}`, `row a: unknown field tool`},
		{"guard", `{"block": true, "reason": "x", "old": {}, "when": {}, "w": 1}`, ""},
		{"guard", `{"kind": "guard", "path": "("}`, `row a: path: pattern /(/: found ( without ); the pattern is left out (vital)`},
		{"guard", `{"block": true, "weight": ""}`, `row a: weight: found "", want number; the row is left out (vital)`},
		{"guard", `{"weight": ""}`, `row a: weight: found "", want number; the row is left out`},
		{"hint", `{"weight": ""}`, `row a: weight: found "", want number; the row is left out (vital)`},
		{"hint", `[]`, `row a: found [], want an object; the row is left out`},
	}
	for _, test := range tests {
		def.Vital = map[string]json.RawMessage{"kind": []byte(fmt.Sprintf("%q", test.vital))}
		data := []byte(`{"data": {"rows": {"a": ` + test.row + `}}}`)
		var got []string
		lost := 0
		for _, f := range Check(def, data) {
			text := f.String()
			if f.Vital && !f.Idle {
				text, lost = text+" (vital)", 1
			}
			got = append(got, text)
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s: found %q, want %q", test.row, got, test.want)
		}
		index, _ := Build(def, data)
		if x := open(t, index); x.Lost() != lost {
			t.Errorf("%s: lost %d, want %d", test.row, x.Lost(), lost)
		}
	}
}

// A file that can't be read has lost everything; one without rows nothing.
func TestLost(t *testing.T) {
	for data, want := range map[string]int{`{`: -1, `[`: -1, `{"data": {"rows": 3}}`: -1, `{}`: 0, `{"data": {"rows": null}}`: 0} {
		index, _ := Build(tips(), []byte(data))
		if got := open(t, index).Lost(); got != want {
			t.Errorf("%s: lost %d, want %d", data, got, want)
		}
	}
}
