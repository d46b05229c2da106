package test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// A Result is how one test went. It ends with the first step that fails.
type Result struct {
	Test     Test
	Failures []Failure
	Took     time.Duration

	// Of the last step that ran, with $PROJECT and $HOME for the folders:
	Step  int // from 1
	Reply json.RawMessage
	Trace *engine.Trace // nil where nothing failed and nobody wants it (Runner.Traces)

	seen    []sight  // in all steps
	started []string // programs in all steps, as they were called
}

// A sight is what a step saw of a rule.
type sight struct {
	rule   ruleKey
	result engine.Result
	failed bool // its hook did
}

// sees notes what a step saw of rules.
func (r *Result) sees(t *engine.Trace) {
	for _, h := range t.Hooks {
		for _, rule := range h.Rules {
			r.seen = append(r.seen, sight{ruleKey{h.Name, rule.Number}, rule.Result, h.Error != ""})
		}
	}
}

// broken notes why a test came to no end.
func (r *Result) broken(why string) {
	r.Failures = append(r.Failures, Failure{What: "test", Pos: r.Test.Pos, Why: why})
}

// Passed reports whether all steps ran and gave what they should.
func (r Result) Passed() bool { return len(r.Failures) == 0 }

// A Failure is what a step should have given and didn't.
type Failure struct {
	What string   `json:"what"` // expect, exit, stderr, started, log, rule, after and a path, or test
	Pos  plan.Pos `json:"pos"`
	Want string   `json:"want,omitempty"` // the constraint, as it was written
	Got  string   `json:"got,omitempty"`
	// Differences are where it falls short; one at least.
	Differences []Difference `json:"differences,omitempty"`
	// Why a test came to no end, or a rule failed.
	Why string `json:"why,omitempty"`
}

func (f Failure) String() string {
	if f.Why != "" {
		return f.What + ": " + f.Why
	}
	var lines []string
	for _, d := range f.Differences {
		lines = append(lines, fmt.Sprintf("%s: %s", f.What, d))
	}
	return strings.Join(lines, "\n")
}

// folded returns a trace with other words for the folders, without how long facts
// took: the servers and processes they ask are the test's.
func folded(t *engine.Trace, shown func(string) string) (*engine.Trace, error) {
	for _, h := range t.Hooks {
		for i := range h.Facts {
			h.Facts[i].Took = 0
		}
	}
	data, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	var out engine.Trace
	return &out, json.Unmarshal([]byte(shown(string(data))), &out)
}
