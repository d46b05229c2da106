package schema

import (
	"errors"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
)

// If there are several faults at one place, the first is reported; of equal warnings one; all in
// the order of their places.
func TestReport(t *testing.T) {
	at := func(file string, line int) Place {
		return Place{Pos: plan.Pos{File: file, Line: line, Col: 1}, Hook: "h"}
	}
	r := NewReport()
	r.Faultf(at("b.cue", 2), CheckForm, "first")
	r.Faultf(at("b.cue", 2), CheckName, "second")
	r.Faultf(at("a.cue", 9), CheckForm, "found %d", 9)
	r.Fault(errors.New("no place"))
	r.Fault(errors.New("no place"))
	r.Warnf(at("b.cue", 3), CheckTable, "later")
	r.Warnf(at("b.cue", 2), CheckTable, "one")
	r.Warnf(at("b.cue", 2), CheckTable, "one")
	r.Warnf(at("b.cue", 2), CheckTable, "another")
	if r.Faults() != 3 {
		t.Errorf("%d faults, want 3", r.Faults())
	}
	want := "a.cue:9:1: h: found 9\nb.cue:2:1: h: first\nno place"
	if got := r.Err().Error(); got != want {
		t.Errorf("faults\n%s\nwant\n%s", got, want)
	}
	var warnings []string
	for _, w := range r.Warnings() {
		warnings = append(warnings, w.Err.Error())
	}
	if got := strings.Join(warnings, ", "); got != "one, another, later" {
		t.Errorf("warnings %s, want one, another, later", got)
	}
	if err := NewReport().Err(); err != nil {
		t.Errorf("nothing found: %v, want nil", err)
	}
}
