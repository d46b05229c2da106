package payloads

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// What each agent is told, byte by byte, for each possible output at each of its events: the table
// of what works with which agent. Tool calls are those of a shell, whose command is changed.
func TestAnswers(t *testing.T) {
	s := compile.Schema()
	all := s.Agents()
	var got strings.Builder
	for _, a := range all {
		for _, e := range a.Events {
			if !s.Events.Has(e.Is) {
				if len(e.When.Is) > 0 && len(e.Says) == 0 {
					continue // it has the name of an event, and is none for rules
				}
				t.Errorf("%s: %s is %s, which is none of ours", a.Name, e.Name, e.Is)
				continue
			}
			agenda := s.Events.Agenda(e.Is)
			for _, say := range e.Says {
				if output, value, _ := strings.Cut(say.Output, "="); agenda.Outputs[output].Kind == "" || value != "" && !slices.Contains(agenda.Outputs[output].Values, value) {
					t.Errorf("%s: %s says %s, which %s has not", a.Name, e.Name, say.Output, e.Is)
				}
			}
			fmt.Fprintf(&got, "\n%s: %s is %s\n", a.Name, e.Name, e.Is)
			for _, parts := range answers(agenda) {
				answer(&got, &a.Agent, e, parts)
			}
		}
	}
	same(t, "answers.golden", got.String())
}

// answers returns the outputs of an event, one by one, and some together.
func answers(a *plan.Agenda) (all [][]engine.Part) {
	all = append(all, nil)
	one := map[string]engine.Part{}
	for _, name := range slices.Sorted(maps.Keys(a.Outputs)) {
		out := a.Outputs[name]
		switch part := (engine.Part{Output: name, Text: "WHY"}); out.Kind {
		case "choice":
			for _, part.Value = range out.Values {
				one[part.String()] = part
				all = append(all, []engine.Part{part})
			}
		case "change":
			part = engine.Part{Output: name, Raw: []byte(`{"command":"CHANGED","other":1}`), Change: true}
			if out.Type == "string" {
				part.Raw = []byte(`"CHANGED"`)
			}
			one[name] = part
			all = append(all, []engine.Part{part})
		case "value":
			all = append(all, []engine.Part{{Output: name, Raw: []byte(`"VALUE"`)}})
		default:
			if out.Kind == "text" {
				part.Text = "TEXT"
			}
			one[name] = part
			all = append(all, []engine.Part{part})
		}
	}
	for _, met := range [][2]string{{"permission=deny", "input"}, {"input", "context"}, {"block=block", "context"}, {"permission=deny", "context"}} {
		x, y := one[met[0]], one[met[1]]
		if x.Output != "" && y.Output != "" {
			all = append(all, []engine.Part{x, y})
		}
	}
	return all
}

// answer writes one answer in the agent's words.
func answer(w *strings.Builder, a *agent.Agent, e agent.Event, parts []engine.Part) {
	tool, input := shell(a)
	sent := gjson.Parse(fmt.Sprintf(`{"session_id":"s","cwd":"/w","toolName":%[1]q,"tool_name":%[1]q,"toolArgs":%[2]s,"tool_input":%[2]s,"tool_call":{"name":%[1]q,"input":%[2]s},"tool_info":{"command_line":"c"}}`, tool, input))
	call := (&agent.Agent{Names: a.Names, Fields: a.Fields, Tools: a.Tools, Silent: a.Silent, Events: []agent.Event{{Name: e.Name, Is: e.Is, Fields: e.Fields, Says: e.Says}}}).Read(sent, e.Name, noEnv)
	said := call.Answer(engine.Answer{Parts: parts})
	var names []string
	for _, p := range parts {
		names = append(names, p.String())
	}
	fmt.Fprintf(w, "  %-26s", strings.Join(names, ", "))
	if len(parts) > 0 && string(said.Stdout) == a.Silent && said.Exit == 0 {
		w.WriteString(" ignored\n")
		return
	}
	fmt.Fprintf(w, " %s", strings.TrimSuffix(string(said.Stdout), "\n"))
	if said.Exit != 0 || said.Stderr != "" {
		fmt.Fprintf(w, " exit %d, stderr %q", said.Exit, said.Stderr)
	}
	w.WriteString("\n")
}

// shell returns the agent's name for its shell, and a call of it.
func shell(a *agent.Agent) (name, input string) {
	for _, tool := range a.Tools {
		if tool.Is != "Bash" {
			continue
		}
		for _, f := range tool.Input {
			if f.From.Joined || f.From.Words {
				return tool.Name, fmt.Sprintf(`{%q:["c"],"other":1}`, f.From.Paths[0])
			}
		}
		return tool.Name, `{"command":"c","other":1}`
	}
	return "Bash", `{"command":"c","other":1}`
}
