// Package test runs the tests of rule sets, and reports their results and which rules they covered.
//
//	*_test.cue ─ read.go, step.go, before.go, constraint.go ─► Test
//	Test ─► play.go: a box (sandbox), the hook's own code, what came of it ─► Result
//	                                                                   cover.go ◄─ traces ─┤
//	                                                                   json.go, junit.go ◄─┘
//
// A test is played by the code that answers at hook time, on a staged host. Its expectations stay
// CUE until they are checked; tests.cue, beside the schema, is the reference of tests. Commands
// present the results.
package test

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test/sandbox"
)

// A Runner runs tests with the facts and actions of its tables.
type Runner struct {
	Facts   engine.Table[engine.Fact]
	Actions engine.Table[engine.Action]
	Stores  func(*host.Host) store.Keeper // opens stores
	// Heed translates an agent's event to the vocabulary of rules; nil if tests have no agents.
	Heed         func(sent *plan.Event, from, called string, getenv func(string) string) (*plan.Event, *agent.Call, error)
	from, called string         // the agent that sends the event, and its name for the event
	Parallel     int            // how many tests run at the same time
	Only         *regexp.Regexp // matches the names of the tests to run; nil for all
	Traces       bool           // keep the traces of passing tests, too
}

// A Set is a rule set with its tests.
type Set struct {
	Layers []string // absolute folders, or packs as rules.Path/NAME
	Plan   *plan.Plan
	Parts  engine.Parts // of its expressions
	Tests  []Test
}

// Read compiles the rules of layers and reads their tests. Its errors are like those of
// Schema.Compile.
func Read(s *schema.Schema, layers ...string) (Set, error) {
	compiled, err := s.Compile(layers...)
	if err != nil {
		return Set{}, err
	}
	tests, err := Tests(s, compiled.Plan, layers...)
	return Set{Layers: layers, Plan: compiled.Plan, Parts: compiled.Parts, Tests: tests}, err
}

// Name returns a name of the set for people. display turns the path of a layer into one for people.
func (s Set) Name(display func(file string) string) string {
	var names []string
	for _, layer := range s.Layers {
		names = append(names, display(layer))
	}
	return strings.Join(names, " + ")
}

// A Report is the results of a set's tests.
type Report struct {
	Set
	Results []Result // in the order of the tests
	Cover   Cover
	Took    time.Duration
}

// Failed returns the number of failed tests.
func (r Report) Failed() int {
	n := 0
	for _, res := range r.Results {
		if !res.Passed() {
			n++
		}
	}
	return n
}

// Unprinted returns the outputs that tests define for programs which no test started; none if some
// tests did not run or complete.
func (r Report) Unprinted() (all []Print) {
	if r.Failed() > 0 || len(r.Results) < len(r.Tests) {
		return nil
	}
	printed := map[Print]bool{}
	for _, res := range r.Results {
		for _, step := range res.Test.Steps {
			for _, p := range step.Prints {
				printed[p] = printed[p] || slices.ContainsFunc(res.started, func(line string) bool { return sandbox.Begins(line, p.Command) })
			}
		}
	}
	for p, is := range printed {
		if !is {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b Print) int { return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col) })
	return all
}

// Run runs the tests of a set.
func (r Runner) Run(s Set) Report {
	began := time.Now()
	rep := Report{Set: s}
	for _, t := range s.Tests {
		if r.Only == nil || r.Only.MatchString(t.Name) {
			rep.Results = append(rep.Results, Result{Test: t})
		}
	}
	var wait sync.WaitGroup
	free := make(chan struct{}, max(1, r.Parallel))
	for i := range rep.Results {
		free <- struct{}{}
		wait.Go(func() {
			r.test(s, &rep.Results[i])
			<-free
		})
	}
	wait.Wait()
	rep.Cover = cover(rep)
	rep.Took = time.Since(began)
	return rep
}
