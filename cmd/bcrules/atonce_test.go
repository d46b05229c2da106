//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	if state.Count != crowd+1 || len(state.By) != crowd+1 {
		t.Errorf("counted %d and %d, want %d", state.Count, len(state.By), crowd+1)
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
		t.Errorf("%v, %s", err, out.String())
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
