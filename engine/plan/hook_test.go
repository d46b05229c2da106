package plan

import (
	"reflect"
	"testing"

	"bcrules.dev/engine/wire"
)

// The actions of a rule are read when it holds, and no others', except steps whose outcomes any
// rule may ask for.
func TestStepsApart(t *testing.T) {
	whole := Hook{Rules: []Rule{
		{ID: "a", Do: []Step{{Action: "deny"}, {Action: "log"}}},
		{ID: "b", Do: []Step{{Action: "run", As: "ran"}}},
		{ID: "c", Do: []Step{{Action: "ask"}}},
		{ID: "d"},
	}}
	conditions, steps := wire.NewWriter(), wire.NewWriter()
	whole.Conditions(conditions)
	whole.Steps(steps)
	var h Hook
	reads := 0
	from := func(data []byte, count int) Read {
		return func(code func(*wire.Coder)) error {
			reads += count
			c := wire.NewReader(data)
			code(c)
			return c.Err()
		}
	}
	h.Defer(from(conditions.Bytes(), 0), from(steps.Bytes(), 1), nil)
	if err := h.LoadConditions(nil); err != nil {
		t.Fatal(err)
	}
	if a, b := h.Rules[0].Do, h.Rules[1].Do; a != nil || !reflect.DeepEqual(b, whole.Rules[1].Do) || reads != 0 {
		t.Errorf("found steps %v and %v in %d reads, want those alone that have names", a, b, reads)
	}
	if err := h.Rules[2].LoadSteps(); err != nil || !reflect.DeepEqual(h.Rules[2].Do, whole.Rules[2].Do) || h.Rules[0].Do != nil {
		t.Errorf("found steps %v, and %v of another rule (%v), want those of one", h.Rules[2].Do, h.Rules[0].Do, err)
	}
	if err := h.Load(); err != nil || !reflect.DeepEqual(h, whole) || reads != 1 {
		t.Errorf("found %v in %d reads (%v), want %v in one", h, reads, err, whole)
	}
	h = Hook{}
	h.Defer(from(conditions.Bytes(), 0), from(nil, 1), nil)
	if err := h.Load(); err == nil {
		t.Error("steps that aren't there: no error")
	}
}
