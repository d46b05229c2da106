package plan

import "testing"

// An organisation's hooks are asked about written files even if the project's own aren't.
func TestUnderAsksWritten(t *testing.T) {
	own := &Plan{Events: map[string]*Agenda{"e": {Hooks: []Hook{{Name: "own"}}}}}
	over := &Plan{Events: map[string]*Agenda{"e": {Hooks: []Hook{{Name: "over", Written: true}}}}}
	if a := own.Under(over, "e", nil).Events["e"]; !a.AsksWritten() || a.Hooks[0].Name != "own" {
		t.Errorf("got %v, want its own hooks, and to ask about what is written", a)
	}
	if own.Events["e"].AsksWritten() {
		t.Error("the plan itself has changed")
	}
}
