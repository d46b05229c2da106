package expr

import (
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// A step's name has the value of its action, and its type.
func TestOutcomes(t *testing.T) {
	type found struct {
		Text string   `expr:"text"`
		Keys []string `expr:"keys"`
	}
	tables := engine.Library{Actions: map[string]engine.Action{
		"say":  {Do: engine.Do[string](func(*engine.Call, string) error { return nil })},
		"look": {Do: engine.Give[string, found](func(*engine.Call, string) (found, error) { return found{}, nil })},
	}}
	h := &plan.Hook{Rules: []plan.Rule{{Do: []plan.Step{{Action: "say", As: "said"}, {Action: "look", As: "looked"}}}}}
	s := NewScope(Event(&plan.Shape{Kind: "object"}), Outcomes(h, tables.Actions, nil))
	tests := []struct{ src, fault string }{
		{"said().ok", ""},
		{"looked().ran && looked().ok && looked().error == ''", ""},
		{"looked().value.text == 'x' && 'k' in looked().value.keys", ""},
		{"looked().value.txt == 'x'", "has no field txt"},
		{"looked().value.keys == 'x'", "want both of one type"},
		{"said().value == 'x'", "has no field value"},
	}
	for _, test := range tests {
		_, err := s.Condition(test.src)
		if test.fault == "" && err != nil || test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)) {
			t.Errorf("%s: %v, want %q", test.src, err, test.fault)
		}
	}
	if got, want := strings.Join(tables.Fields("expr.found"), " "), "text keys"; got != want {
		t.Errorf("the value's fields are %q, want %q", got, want)
	}
}
