package plan

import "testing"

// A hook that a rule set above left out stays above when it is found again.
func TestAgainUnder(t *testing.T) {
	over, own := &Plan{}, &Plan{}
	over.Leave(func(*Event) []*Hook { return []*Hook{{Name: "theirs", Pack: "p"}} })
	own.Leave(func(*Event) []*Hook { return []*Hook{{Name: "mine"}} })
	more := own.Under(over, "Tool", nil).Again(&Event{})
	if len(more) != 2 || !more[0].Over || more[0].Pack != Scoped(above, "p") || more[1].Over || more[1].Pack != "" {
		t.Errorf("again %+v, want theirs above, and mine", more)
	}
	if none := (&Plan{}).Under(&Plan{}, "Tool", nil); none.Left() || none.Again(&Event{}) != nil {
		t.Error("a plan that left nothing out has hooks to ask again")
	}
}
