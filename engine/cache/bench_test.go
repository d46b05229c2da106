package cache

import (
	"fmt"
	"testing"
	"time"

	"bcrules.dev/engine/plan"
)

// An event costs only its own hooks, however many rules there are.
func BenchmarkPlan(b *testing.B) {
	store := store(b)
	ev, err := plan.ReadEvent([]byte(`{"hook_event_name":"PreToolUse","tool_name":"Bash"}`))
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{10, 1000, 10000} {
		a := &plan.Agenda{Matcher: plan.Matcher{Field: "tool_name"}}
		for i := range n {
			a.Hooks = append(a.Hooks, plan.Hook{Name: fmt.Sprint(i), Match: "Edit", Event: &plan.Shape{Kind: "object"}})
		}
		a.Hooks = append(a.Hooks, plan.Hook{Name: "bash", Match: "Bash", Event: &plan.Shape{Kind: "object"}})
		set := fmt.Sprint("rules", n)
		if err := store.Write(set, &plan.Plan{Events: map[string]*plan.Agenda{"PreToolUse": a}}, Take(time.Now(), nil, nil, "")); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("rules=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := store.Read(set)
				if err != nil {
					b.Fatal(err)
				}
				plan, err := p.For(ev)
				if err != nil || len(plan.Events["PreToolUse"].Hooks) != 1 {
					b.Fatalf("%v, want one hook", err)
				}
				p.Close()
			}
		})
	}
}
