//go:build !windows

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
)

// offerRounds is how often all of offerProcesses ask at once.
const offerRounds, offerProcesses = 100, 8

// If hooks may say the same thing at once, exactly one does, in every session. Each row is said,
// though others are marked at the same time.
func TestOfferedOnce(t *testing.T) {
	rules := written(t, `
marks: said: {claims: "${temp()}/${session().id}.d", file: "${temp()}/${session().id}.txt"}
hooks: x: {on: "Setup", rules: [
	{do: {offer: {rows: "${rows()}", marks: "said", max: 2}, as: "chosen"}},
	{when: "chosen().ok", do: inject: message: "${chosen().value.text}"},
], let: rows: "map(1..4, {{key: string(#), long: '<' + string(#) + '>'}})"}`)
	bin, temp := built.Commands(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	warm(t, bin, rules)
	for round := range offerRounds {
		said := together(t, bin, rules, fmt.Sprintf(`{"hook_event_name": "Setup", "session_id": "s%d"}`, round))
		for row := 1; row <= 2; row++ {
			if n := strings.Count(said, fmt.Sprintf("<%d>", row)); n != 1 {
				t.Errorf("round %d: row %d is said %d times, want once\n%s", round, row, n, said)
			}
		}
		list, err := os.ReadFile(filepath.Join(temp, fmt.Sprintf("s%d.txt", round)))
		for row := 1; row <= 4; row++ {
			if n, listed := strings.Count(said, fmt.Sprintf("<%d>", row)), strings.Contains(string(list), fmt.Sprint(row)); n > 1 || listed != (n == 1) || err != nil {
				t.Errorf("round %d: row %d is said %d times, listed %t, %v", round, row, n, listed, err)
			}
		}
	}
}

// warm makes the plan of rules.
func warm(t *testing.T, bin, rules string) {
	one := start(t, bin, rules, nil)
	one.in.Close()
	io.ReadAll(one.out)
	one.Wait()
}

// together has offerProcesses answer an event at once, and returns what they say.
func together(t *testing.T, bin, rules, event string) (said string) {
	t.Helper()
	rest := len(event) - 1
	all := make([]*started, offerProcesses)
	for i := range all {
		all[i] = start(t, bin, rules, nil)
		io.WriteString(all[i].in, event[:rest])
	}
	// All of them run now and wait for the rest of the event.
	for _, p := range all {
		io.WriteString(p.in, event[rest:])
		p.in.Close()
	}
	for _, p := range all {
		out, err := io.ReadAll(p.out)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
		said += string(out)
	}
	return said
}

// The same for the pack that says lessons: of hooks at one call exactly one does.
func TestInjectedOnce(t *testing.T) {
	rules := written(t, "import \"bcrules.dev/packs/lessons\"\npacks: \"lessons\": lessons\n")
	temp := t.TempDir()
	put(t, filepath.Join(temp, "manifest.json"), `{"lessons": {"a": {"toolNames": ["Bash"], "commandRegexSources": ["stash"], "message": "<advice>"}}}`)
	t.Setenv("TMPDIR", temp)
	t.Setenv("LESSONS_MANIFEST_PATH", filepath.Join(temp, "manifest.json"))
	bin := built.Commands(t)
	warm(t, bin, rules)
	for round := range offerRounds {
		said := together(t, bin, rules, fmt.Sprintf(`{"hook_event_name": "PreToolUse", "session_id": "s%d", "tool_name": "Bash", "tool_input": {"command": "git stash"}}`, round))
		if n := strings.Count(said, "<advice>"); n != 1 || strings.Count(said, "\n") != 1 {
			t.Errorf("round %d: said %d times, want once\n%s", round, n, said)
		}
	}
}
