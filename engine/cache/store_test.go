package cache

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bcrules.dev/engine/plan"
)

// listed returns the kinds of files in the store.
func listed(t *testing.T, s Store) (kinds []string) {
	t.Helper()
	entries, err := os.ReadDir(s.dirs[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		_, kind, _ := strings.Cut(e.Name(), ".")
		kinds = append(kinds, kind)
	}
	return kinds
}

// If several write, the last one's content stays; a reader sees a whole plan at any time.
func TestWriteAtOnce(t *testing.T) {
	s := store(t)
	kept(t, s, small())
	var writers sync.WaitGroup
	for n := range 4 {
		p := &plan.Plan{Events: map[string]*plan.Agenda{"E": {}}}
		for i := range 50 * (n + 1) {
			p.Events["E"].Hooks = append(p.Events["E"].Hooks, full(fmt.Sprint(n, " ", i), ""))
		}
		writers.Go(func() {
			for range 5 {
				if err := s.Write(rules, p, Stamp{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 50 {
		p, err := s.Read(rules)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.For(event(t, "E", "")); err != nil {
			t.Error(err)
		}
		p.Close()
	}
	writers.Wait()
	p, err := s.Read(rules)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	names := p.Hooks()
	for i, name := range names {
		if want := fmt.Sprint(name[:1], " ", i); name != want || name[0] != names[0][0] {
			t.Errorf("hook %d is %q after %q: plans are mixed", i, name, names[0])
		}
	}
	if got := listed(t, s); !slices.Equal(got, []string{"guard", "plan"}) {
		t.Errorf("the folder holds %q, want the plan and its guard", got)
	}
}

func TestFault(t *testing.T) {
	s := store(t)
	if got := s.Fault(rules, "", nil); got != "" {
		t.Errorf("fault %q before any", got)
	}
	kept(t, s, small())
	if err := s.WriteFault(rules, "a.cue:1:2: é", Stamp{}, time.Time{}, nil); err != nil {
		t.Fatal(err)
	}
	if got := s.Fault(rules, "", nil); got != "a.cue:1:2: é" {
		t.Errorf("fault %q", got)
	}
	if got := s.Fault("/other", "", nil); got != "" {
		t.Errorf("fault %q of other rules", got)
	}
	p, err := s.Read(rules)
	if err != nil {
		t.Fatalf("the plan beside a fault: %v", err)
	}
	p.Close()

	path := s.path(rules, "fault")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got := s.Fault(rules, "", nil); got != "" {
			t.Errorf("fault %q of %d bytes of %d", got, n, len(whole))
		}
	}
	other := strings.Replace(string(whole), "expr v1", "expr v2", 1)
	if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.Fault(rules, "", nil); got != "" {
		t.Errorf("fault %q of another version", got)
	}
}

// A note that is believed for some time is forgotten after it.
func TestFaultForATime(t *testing.T) {
	s := store(t)
	for _, test := range []struct {
		until time.Time
		want  string
	}{{time.Now().Add(time.Hour), "fault"}, {time.Now().Add(-time.Hour), ""}} {
		if err := s.WriteFault(rules, "fault", Stamp{}, test.until, nil); err != nil {
			t.Fatal(err)
		}
		if got := s.Fault(rules, "", nil); got != test.want {
			t.Errorf("until %s: %q, want %q", test.until, got, test.want)
		}
	}
}

// However many hooks of a session run at once, one of them reports the faults of the rules.
func TestToldOnce(t *testing.T) {
	s := store(t)
	if err := s.WriteFault(rules, "fault", Stamp{}, time.Time{}, nil); err != nil {
		t.Fatal(err)
	}
	var first atomic.Int32
	var hooks sync.WaitGroup
	for range 32 {
		hooks.Go(func() {
			if !s.Told(rules, "session", "a fault") {
				first.Add(1)
			}
		})
	}
	hooks.Wait()
	if n := first.Load(); n != 1 {
		t.Errorf("%d of 32 tell, want one", n)
	}
	if s.Told(rules, "another", "a fault") || s.Told("/other", "session", "a fault") {
		t.Error("told another session, or of other rules, want each to be told of its own")
	}
}

// Rules that compile have no faults to report, and the next fault is new.
func TestWriteForgetsFault(t *testing.T) {
	s := store(t)
	stamp := Stamp{Taken: time.Now().UnixNano()}
	for range 2 {
		if err := s.WriteFault(rules, "fault", stamp, time.Time{}, nil); err != nil {
			t.Fatal(err)
		}
		for _, session := range []string{"a", "b"} {
			if s.Told(rules, session, "a fault") {
				t.Errorf("session %s: told of a fault that is new", session)
			}
		}
		if err := s.WriteFault("/other", "fault", stamp, time.Time{}, nil); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(rules, small(), stamp); err != nil {
			t.Fatal(err)
		}
		got := listed(t, s)
		slices.Sort(got)
		if !slices.Equal(got, []string{"fault", "guard", "plan"}) || s.Fault("/other", "", nil) == "" {
			t.Errorf("the folder holds %q, want the plan, its guard, and the fault of other rules", got)
		}
	}
}

// Knowledge of closed hooks outlives a plan that breaks, but not a plan without them.
func TestGuard(t *testing.T) {
	s := store(t)
	closed := &plan.Plan{Events: map[string]*plan.Agenda{"Tool": {Matcher: plan.Matcher{Field: "f", Base: true}, Stamp: "o.n", Refuse: "d",
		Outputs: map[string]plan.Output{"d": {Kind: "choice", Path: "o.d", Values: []string{"deny"}}},
		Hooks:   []plan.Hook{{Name: "guard", Pos: plan.Pos{File: "/r/a.cue", Line: 1, Col: 2}, Match: "A|B", Closed: true}}}}}
	open := &plan.Plan{Events: map[string]*plan.Agenda{"Tool": {Hooks: []plan.Hook{{Name: "lax"}}}}}
	fault := func(guard *plan.Plan) error { return s.WriteFault(rules, "fault", Stamp{}, time.Time{}, guard) }
	for _, step := range []struct {
		name string
		do   func() error
		want *plan.Plan
	}{
		{"nothing yet", func() error { return nil }, nil},
		{"faults, no plan", func() error { return fault(closed.Closed()) }, closed},
		{"faults of which nothing is known", func() error { return fault(nil) }, closed},
		{"a plan without closed hooks", func() error { return s.Write(rules, open, Stamp{}) }, nil},
		{"faults, the plan holds", func() error { return fault(closed.Closed()) }, nil},
		{"a plan with closed hooks", func() error { return s.Write(rules, closed, Stamp{}) }, closed},
		{"the plan breaks", func() error { return os.Truncate(s.path(rules, "plan"), 30) }, closed},
		{"another rule set's in its place", func() error {
			if err := s.Write("/other", closed, Stamp{}); err != nil {
				return err
			}
			return os.Rename(s.path("/other", "guard"), s.path(rules, "guard"))
		}, nil},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := s.Guard(rules); !reflect.DeepEqual(got, step.want) {
			t.Errorf("%s: %+v, want %+v", step.name, got, step.want)
		}
	}
}
