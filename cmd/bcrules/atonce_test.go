//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
)

// crowd is how many hooks run at once.
const crowd = 40

// crowded are rules of which each event changes a file by what stands in it.
const crowded = `
hooks: x: {on: "Stop", rules: [{do: [
	{append: {file: "log/all.jsonl", line: {id: "${event.session_id}", text: "${repeat('x', 2000)}"}}},
	{append: {file: "kept.txt", line: "${event.session_id}", keep: 25}},
	{append: {file: "part.txt", line: "${event.session_id}", rotate: "old/part.txt", lines: 7}},
	{state: {file: "s.json", set: {
		count: "${int(old() ?? 0) + 1}"
		ids:   "${concat(old() ?? [], [event.session_id])}"
		"by.${event.session_id}": "${int(old() ?? 0) + 1}"
	}}},
	{edit: {file: "notes.md", make: "Count: 0\n\n## All\n", do: [
		{replace: #"^Count: (\d+)"#, with: "Count: ${int(groups()[1]) + 1}"},
		{under: "^## All$", add: "- ${event.session_id}", only: "${not (text() contains '- ' + event.session_id + '\\n')}"},
	]}},
	{write: {file: "last.json", json: {id: "${event.session_id}", text: "${repeat('y', 2000)}"}}},
]}]}
`

// Of hooks that run at once none loses what another wrote, and each entry stands once.
func TestAtOnce(t *testing.T) {
	bin := built.Commands(t)
	rules := written(t, crowded)
	dir := filepath.Dir(rules)
	event := func(id string) []byte {
		return fmt.Appendf(nil, `{"session_id": %q, "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, id, dir)
	}
	all := []string{"s0"}
	saysNothing(t, start(t, bin, rules, nil), event("s0")) // and the plan is there
	var running []*started
	for i := range crowd {
		running = append(running, start(t, bin, rules, nil))
		all = append(all, fmt.Sprint("s", i+1))
	}
	for i, p := range running {
		p.in.Write(event(all[i+1]))
		p.in.Close()
	}
	for _, p := range running {
		saysNothing(t, p, nil)
	}
	slices.Sort(all)
	var ids []string
	for line := range strings.Lines(content(t, filepath.Join(dir, "log/all.jsonl"))) {
		var entry struct{ ID, Text string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || len(entry.Text) != 2000 {
			t.Errorf("line %.80q: %v", line, err)
		}
		ids = append(ids, entry.ID)
	}
	once(t, "appended", all, ids)
	if n := len(strings.Fields(content(t, filepath.Join(dir, "kept.txt")))); n != 25 {
		t.Errorf("%d lines are kept, want 25", n)
	}
	parts, _ := filepath.Glob(filepath.Join(dir, "old", "*"))
	ids = strings.Fields(content(t, filepath.Join(dir, "part.txt")))
	for _, part := range parts {
		ids = append(ids, strings.Fields(content(t, part))...)
	}
	once(t, fmt.Sprintf("moved away into %d files", len(parts)), all, ids)
	var state struct {
		Count int
		IDs   []string
		By    map[string]int
	}
	if err := json.Unmarshal([]byte(content(t, filepath.Join(dir, "s.json"))), &state); err != nil {
		t.Fatal(err)
	}
	once(t, "state", all, state.IDs)
	notes := content(t, filepath.Join(dir, "notes.md"))
	ids = nil
	for line := range strings.Lines(notes) {
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			ids = append(ids, id)
		}
	}
	once(t, "notes", all, ids)
	if want := fmt.Sprintf("Count: %d\n", crowd+1); !strings.HasPrefix(notes, want) {
		t.Errorf("notes begin %.20q, want %q", notes, want)
	}
	if state.Count != crowd+1 || len(state.By) != crowd+1 {
		t.Errorf("counted %d and %d, want %d", state.Count, len(state.By), crowd+1)
	}
}

// kills is how many hooks are killed at some moment, unless KILLS says more.
const kills = 60

// Hooks that are killed at any moment leave each file old or new and each entry once, and
// the next one isn't held up.
func TestHooksKilled(t *testing.T) {
	bin := built.Commands(t)
	rules := written(t, crowded)
	dir := filepath.Dir(rules)
	event := func(id int) []byte {
		return fmt.Appendf(nil, `{"session_id": "s%d", "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, id, dir)
	}
	const before = 6
	took := time.Minute
	for i := range before { // the first makes the plan
		began := time.Now()
		saysNothing(t, start(t, bin, rules, nil), event(i))
		took = min(took, time.Since(began))
	}
	kills, dead := kills, 0
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		kills = n
	}
	for i := range kills {
		p := start(t, bin, rules, nil)
		p.in.Write(event(before + i))
		p.in.Close()
		time.Sleep(rand.N(took)) // when it dies is what varies
		p.Process.Kill()
		if p.Wait(); !p.ProcessState.Exited() {
			dead++
		}
		whole(t, dir)
	}
	if t.Logf("%d of %d were killed before their end", dead, kills); dead < kills/10 {
		t.Errorf("%d of %d were killed before their end", dead, kills)
	}
	began := time.Now()
	if saysNothing(t, start(t, bin, rules, nil), event(before+kills)); time.Since(began) > patience/4 {
		t.Errorf("the next one took %s", time.Since(began))
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.tmp"))
	if left, _ := filepath.Glob(filepath.Join(dir, ".*.tmp")); len(left)+len(names) > 0 {
		t.Errorf("%q are left", append(left, names...))
	}
}

// whole notes files that are neither as before some change nor as after it.
func whole(t *testing.T, dir string) {
	t.Helper()
	var state struct {
		Count int
		IDs   []string
		By    map[string]int
	}
	if err := json.Unmarshal([]byte(content(t, filepath.Join(dir, "s.json"))), &state); err != nil || state.Count != len(state.IDs) || state.Count != len(state.By) {
		t.Fatalf("state of %d, %d and %d, %v", state.Count, len(state.IDs), len(state.By), err)
	}
	var last struct{ ID, Text string }
	if err := json.Unmarshal([]byte(content(t, filepath.Join(dir, "last.json"))), &last); err != nil || len(last.Text) != 2000 {
		t.Fatalf("last.json: %v", err)
	}
	notes := content(t, filepath.Join(dir, "notes.md"))
	var count int
	if fmt.Sscanf(notes, "Count: %d\n", &count); count == 0 || count != strings.Count(notes, "\n- ") {
		t.Fatalf("notes count %d and have %d", count, strings.Count(notes, "\n- "))
	}
	seen := map[string]bool{}
	for line := range strings.Lines(content(t, filepath.Join(dir, "log/all.jsonl"))) {
		var entry struct{ ID, Text string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || len(entry.Text) != 2000 || seen[entry.ID] {
			t.Fatalf("line %.80q: %v, want each whole and once", line, err)
		}
		seen[entry.ID] = true
	}
	if n := len(strings.Fields(content(t, filepath.Join(dir, "kept.txt")))); n > 25 {
		t.Fatalf("%d lines are kept", n)
	}
}

// once notes what doesn't stand in a list once.
func once(t *testing.T, where string, want, got []string) {
	t.Helper()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: found %d entries %q, want each of %d once", where, len(got), got, len(want))
	}
}

// saysNothing waits for a process that has its event, or gets it now, and has nothing to say.
func saysNothing(t *testing.T, p *started, event []byte) {
	t.Helper()
	if event != nil {
		p.in.Write(event)
		p.in.Close()
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(p.out); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil || strings.TrimSpace(out.String()) != "{}" {
		t.Fatalf("%v, %s", err, out.String())
	}
}

// content returns what a file holds.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
