package test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// A Result is the result of one test, which ends with its first failing step.
type Result struct {
	Test     Test
	Failures []Failure
	Took     time.Duration

	// The next three are those of the last step that ran, with $PROJECT and $HOME in place of the
	// folders.
	Step  int // from 1
	Reply json.RawMessage
	Trace *engine.Trace // nil if nothing failed and Runner.Traces is not set

	traces  []ruleTrace // of all steps
	started []string    // programs of all steps, as called
}

// A ruleTrace is the result of a rule in one step.
type ruleTrace struct {
	rule   ruleKey
	result engine.Result
	failed bool // its hook failed
}

// record adds the results of rules in a step.
func (r *Result) record(t *engine.Trace) {
	for _, h := range t.Hooks {
		for _, rule := range h.Rules {
			r.traces = append(r.traces, ruleTrace{ruleKey{h.Name, rule.Number}, rule.Result, h.Error != ""})
		}
	}
}

// broken records why a test didn't complete.
func (r *Result) broken(why string) {
	r.Failures = append(r.Failures, Failure{What: "test", Pos: r.Test.Pos, Why: why})
}

// Passed reports whether all steps ran and met their expectations.
func (r Result) Passed() bool { return len(r.Failures) == 0 }

// A Failure is an expectation that a step didn't meet.
type Failure struct {
	What string   `json:"what"` // expect, exit, stderr, started, log, rule, rules, test, or after or rowsAfter with a name
	Pos  plan.Pos `json:"pos"`
	Want string   `json:"want,omitempty"` // the constraint, as written
	Got  string   `json:"got,omitempty"`
	// Differences has at least one item, unless Why is set.
	Differences []Difference `json:"differences,omitempty"`
	// Why says why a test didn't complete, or a rule failed.
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

// folded returns a trace in which shown has renamed folders, without the time that facts took, as
// the servers and processes that they ask belong to the test.
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
