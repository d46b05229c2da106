package cache

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
)

// needing is a plan of hooks for one event that need a word of its command, and one that needs none.
func needing(n int) *plan.Plan {
	shape := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{"input": {Kind: "object", Fields: map[string]*plan.Shape{"command": {Kind: "string"}, "limit": {Kind: "int"}}}}}
	a := &plan.Agenda{Hooks: []plan.Hook{{Name: "any", Event: shape}}}
	for i := range n {
		a.Hooks = append(a.Hooks, plan.Hook{Name: fmt.Sprint("h", i), Event: shape, Closed: i%3 == 0,
			Need: &plan.Need{Path: []string{"input", "command"}, Words: []string{fmt.Sprintf("Deploy-%03d", i), fmt.Sprintf("stop%dé", i)}}})
	}
	return &plan.Plan{Events: map[string]*plan.Agenda{"Tool": a}}
}

func commanded(t *testing.T, command, more string) *plan.Event {
	t.Helper()
	ev, err := plan.ReadEvent(fmt.Appendf(nil, `{"hook_event_name": "Tool", "input": {"command": %q%s}}`, command, more))
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

// An event finds each hook whose word is in it, and few others.
func TestForSeeks(t *testing.T) {
	whole := needing(2000)
	p := kept(t, store(t), whole)
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var words []string
		for range random.IntN(4) {
			n := random.IntN(2100)
			words = append(words, []string{fmt.Sprintf("deploy-%03d", n), fmt.Sprintf("xSTOP%dÉstop%dé", n, n), "ls -la", "deplo y-1"}[random.IntN(4)])
		}
		ev := commanded(t, strings.Join(words, " && "), "")
		part, err := p.For(ev)
		if err != nil {
			t.Fatal(err)
		}
		got := named(part.Match(ev, ""))
		text, _ := ev.TextAt([]string{"input", "command"})
		for _, h := range whole.Events["Tool"].Hooks {
			needed := h.Need == nil || slices.ContainsFunc(h.Need.Words, func(w string) bool { return strings.Contains(ecma.Fold(text), ecma.Fold(w)) })
			if needed && !slices.Contains(got, h.Name) {
				t.Errorf("%s: %s is not among %d hooks", text, h.Name, len(got))
			}
		}
		if len(got) > 100 {
			t.Errorf("%s: %d hooks, want few", text, len(got))
		}
		if !part.Left() {
			t.Errorf("%s: no hook was left out", text)
		}
	}
}

// All hooks are asked if the field is no text, or if a closed one can't read the event.
func TestForSeeksNothing(t *testing.T) {
	p := kept(t, store(t), needing(100))
	for _, sent := range []string{
		`{"hook_event_name": "Tool", "input": {"command": 5}}`,
		`{"hook_event_name": "Tool", "input": {}}`,
		`{"hook_event_name": "Tool", "input": "ls"}`,
		`{"hook_event_name": "Tool"}`,
		`{"hook_event_name": "Tool", "input": {"command": "ls", "limit": "none"}}`,
		`{"hook_event_name": "Tool", "cwd": 1, "input": {"command": "ls"}}`,
	} {
		ev, err := plan.ReadEvent([]byte(sent))
		if err != nil {
			t.Fatal(err)
		}
		part, err := p.For(ev)
		if err != nil || len(part.Events["Tool"].Hooks) != 101 || part.Left() {
			t.Errorf("%s: %d hooks, left some out: %v, %v; want all", sent, len(part.Events["Tool"].Hooks), part.Left(), err)
		}
	}
}

// Hooks that were left out are found once the event changes.
func TestAgain(t *testing.T) {
	p := kept(t, store(t), needing(100))
	part, err := p.For(commanded(t, "deploy-007", ""))
	if err != nil {
		t.Fatal(err)
	}
	if got := named(part.Again(commanded(t, "deploy-007 deploy-042", ""))); !slices.Contains(got, "h42") || slices.Contains(got, "h7") || slices.Contains(got, "any") {
		t.Errorf("again %s, want h42, and none that was asked", got)
	}
	p.Close() // so that nothing can be read
	if more := part.Again(commanded(t, "deploy-042", "")); len(more) != 1 || !more[0].Closed || more[0].Load() == nil {
		t.Errorf("again %v, want a closed hook that can't be read", more)
	}
}

// Of a hook with many rules, those are decoded whose words are in the event; all of them if the
// whole hook is wanted.
func TestRulesSought(t *testing.T) {
	hook := plan.Hook{Name: "all", Event: &plan.Shape{Kind: "object"}}
	for i := range 300 {
		r := plan.Rule{Pos: plan.Pos{Line: i + 1}, When: &plan.Expression{Src: fmt.Sprint("x", i)}, Do: []plan.Step{{Action: fmt.Sprint("a", i)}}}
		if i%10 != 0 {
			r.Need = &plan.Need{Path: []string{"input", "command"}, Words: []string{fmt.Sprintf("deploy-%03d ", i)}}
		}
		hook.Rules = append(hook.Rules, r)
	}
	p := kept(t, store(t), &plan.Plan{Events: map[string]*plan.Agenda{"Tool": {Hooks: []plan.Hook{hook}}}})
	ev := commanded(t, "deploy-007 x", "")
	part, err := p.For(ev)
	if err != nil {
		t.Fatal(err)
	}
	h := &part.Events["Tool"].Hooks[0]
	decoded := func() (all []int) {
		for i := range h.Rules {
			if !h.Rules[i].Off {
				all = append(all, i)
			}
		}
		return all
	}
	if err := h.LoadConditions(ev); err != nil {
		t.Fatal(err)
	}
	if all := decoded(); !slices.Contains(all, 7) || !slices.Contains(all, 290) || len(all) > 80 {
		t.Errorf("%d rules are decoded, want the 30 that need nothing, and those beside number 7", len(all))
	}
	if err := h.Rules[7].LoadSteps(); err != nil || h.Rules[7].Do[0].Action != "a7" {
		t.Errorf("rule 7 does %v, %v; want its own", h.Rules[7].Do, err)
	}
	if err := h.LoadConditions(commanded(t, "deploy-123 x", "")); err != nil || !slices.Contains(decoded(), 123) {
		t.Errorf("rule 123 isn't decoded for the event that rules made: %v", err)
	}
	if err := h.Load(); err != nil || len(decoded()) != 300 || h.Rules[299].Do[0].Action != "a299" {
		t.Errorf("%d rules are decoded, %v; want all", len(decoded()), err)
	}
}
