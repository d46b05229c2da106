package schema_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
)

// Each agent has samples, one for each event of the table. The hook command reads each as its
// event, with the tool and its input in the words of rules.
func TestSampleEvents(t *testing.T) {
	s := compile.Schema()
	all := s.Samples()
	events, agents, shells := map[string]bool{}, map[string]int{}, map[string]string{}
	for _, sample := range all {
		sent, err := plan.ReadObject([]byte(sample.JSON))
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", sample.Agent, sample.Event, err, sample.JSON)
		}
		ev, _, err := hook.Heed(sent, sample.Agent, "", os.Getenv)
		if err != nil || !s.Events.Has(ev.Name) {
			t.Errorf("%s %s: found %s, %v", sample.Agent, sample.Event, ev.Name, err)
		}
		events[ev.Name] = true
		agents[sample.Agent]++
		if hook.ToolOf(ev) == "Bash" {
			shells[sample.Agent] = ev.Field("tool_input").Get("command").Str
		}
	}
	if got := slices.Sorted(maps.Keys(events)); !slices.Equal(got, s.Events.Names()) {
		t.Errorf("found samples of %q, want one of each event", got)
	}
	known := s.Agents()
	for _, a := range known {
		if agents[a.Name] < 5 {
			t.Errorf("%s: found %d samples, want one for each of its events", a.Name, agents[a.Name])
		}
		if want := shells["claude-code"]; shells[a.Name] != want || want == "" {
			t.Errorf("%s: found a shell with %q, want %q", a.Name, shells[a.Name], want)
		}
	}
}
