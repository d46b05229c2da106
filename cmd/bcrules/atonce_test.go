//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
	"bcrules.dev/testdata/sqlite"
)

// crowd is how many hooks run at once.
const crowd = 40

// crowded are rules by which each event changes a file according to its content.
const crowded = `
marks: said: claims: ".claude/said"
stores: work: {
	file: "work.db"
	schema: ["create table counts (name text primary key, n bigint not null); create table notes (id text primary key)"]
	statements: {
		count: "insert into counts values ('all', 1) on conflict (name) do update set n = counts.n + 1"
		note:  "insert into notes values (:id)"
	}
	within: "20s"
}
timeout: "1m"
hooks: x: {on: "Stop", rules: [{background: true, do: append: {file: "behind.txt", line: "${event.session_id}"}}, {do: [
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
	{write: {file: "in/${event.session_id}", text: "${repeat('z', 20000)}"}},
	{move: {file: "in/${event.session_id}", to: "out/moved"}},
	{write: {file: "gone/${event.session_id}", text: "x"}},
	{remove: files: "gone/${event.session_id}"},
	{store: {in: "work", do: [{count: {}}, {note: id: "${event.session_id}"}]}},
	{mark: {marks: "said", key: "${event.session_id}"}},
]}]}
`

// Hooks that run at once don't lose what others wrote, and each entry is there once.
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
	moved, in, _ := outcome(t, dir)
	if moved != crowd+1 || in != 0 {
		t.Errorf("found %d files moved and %d not, want %d and none", moved, in, crowd+1)
	}
	if marks, _ := os.ReadDir(filepath.Join(dir, ".claude/said")); len(marks) != crowd+1 {
		t.Errorf("found %d marks, want %d", len(marks), crowd+1)
	}
	if n, noted := counts(t, dir); n != crowd+1 || len(noted) != n {
		t.Errorf("found %d counts in the store and %d notes, want %d", n, len(noted), crowd+1)
	}
	once(t, "done behind", all, behind(t, dir, crowd+1))
	if state.Count != crowd+1 || len(state.By) != crowd+1 {
		t.Errorf("counted %d and %d, want %d", state.Count, len(state.By), crowd+1)
	}
}

// If hooks may say something once in a while, one does; when that time is over, one does again.
func TestOnceAtOnce(t *testing.T) {
	bin := built.Commands(t)
	rules := written(t, `
marks: said: claims: ".claude/said"
hooks: x: {on: "Stop", rules: [{
	when: "'break' not in marked('said', {within: '1h'})"
	do: [{mark: {marks: "said", key: "break", within: "1h"}}, {inject: message: "said"}]
}]}`)
	dir := filepath.Dir(rules)
	claim := filepath.Join(dir, ".claude/said/break")
	put(t, claim, "")
	for _, round := range []struct {
		age  time.Duration
		want int
	}{{2 * time.Hour, 1}, {30 * time.Minute, 0}, {61 * time.Minute, 1}} {
		at := time.Now().Add(-round.age)
		if err := os.Chtimes(claim, at, at); err != nil {
			t.Fatal(err)
		}
		var running []*started
		for range crowd {
			running = append(running, start(t, bin, rules, nil))
		}
		for i, p := range running {
			fmt.Fprintf(p.in, `{"session_id": "s%d", "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, i, dir)
			p.in.Close()
		}
		said := 0
		for _, p := range running {
			var out bytes.Buffer
			if _, err := out.ReadFrom(p.out); err != nil {
				t.Fatal(err)
			}
			if err := p.Wait(); err != nil {
				t.Fatal(err)
			}
			said += strings.Count(out.String(), "said")
		}
		if said != round.want {
			t.Errorf("marked %s ago, %d of %d said it, want %d", round.age, said, crowd, round.want)
		}
	}
}

// kills is how many hooks are killed at some moment, unless KILLS says more.
const kills = 60

// If hooks are killed at any moment, each file is old or new and has each entry once. The next hook
// isn't delayed.
func TestHooksKilled(t *testing.T) {
	bin := built.Commands(t)
	rules := written(t, crowded)
	dir := filepath.Dir(rules)
	event := func(id int) []byte {
		return fmt.Appendf(nil, `{"session_id": "s%d", "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, id, dir)
	}
	const before = 6 // which are done whole
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
		time.Sleep(rand.N(took + took/2)) // the time of its death varies
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
	if saysNothing(t, start(t, bin, rules, nil), event(before+kills)); time.Since(began) > outlived.Patience/4 {
		t.Errorf("the next one took %s", time.Since(began))
	}
	last := behind(t, dir, before)
	n, noted := counts(t, dir)
	if n != len(noted) || n < before+1 {
		t.Errorf("found %d counts in the store and %d notes, want as many", n, len(noted))
	}
	slices.Sort(last)
	if len(slices.Compact(last)) < before {
		t.Errorf("found %q done behind, want each once", last)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.tmp"))
	if left, _ := filepath.Glob(filepath.Join(dir, ".*.tmp")); len(left)+len(names) > 0 {
		t.Errorf("%q are left", append(left, names...))
	}
}

// begun is the beginning of a line that a killed process left.
var begun = regexp.MustCompile(`^\{"id":"s\d+","text":"x*$|^\{[^}]{0,20}$`)

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
		err := json.Unmarshal([]byte(line), &entry)
		if err != nil && begun.MatchString(strings.TrimSuffix(line, "\n")) {
			continue // the system writes page by page: who is killed between two leaves a line's beginning
		}
		if err != nil || len(entry.Text) != 2000 || seen[entry.ID] {
			t.Fatalf("line %.80q: %v, want each whole and once", line, err)
		}
		seen[entry.ID] = true
	}
	if n := len(strings.Fields(content(t, filepath.Join(dir, "kept.txt")))); n > 25 {
		t.Fatalf("%d lines are kept", n)
	}
	outcome(t, dir)
}

// outcome returns how many files were moved, how many weren't, and how many are still to be
// removed. It fails if one isn't whole.
func outcome(t *testing.T, dir string) (moved, in, left int) {
	t.Helper()
	for _, path := range found(dir, "out/*", "in/*") {
		if n := len(content(t, path)); n != 20000 {
			t.Fatalf("%s has %d bytes, want 20000", path, n)
		}
	}
	return len(found(dir, "out/*")), len(found(dir, "in/*")), len(found(dir, "gone/*"))
}

// found returns the files that match patterns, without unfinished ones.
func found(dir string, patterns ...string) (all []string) {
	for _, pattern := range patterns {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		all = append(all, slices.DeleteFunc(names, func(path string) bool { return filepath.Base(path)[0] == '.' })...)
	}
	return all
}

// counts returns the content of the store, which must be sound.
func counts(t *testing.T, dir string) (n int, noted []string) {
	t.Helper()
	db := sqlite.Open(t, filepath.Join(dir, "work.db"))
	defer db.Close()
	sound := ""
	err := db.QueryRow("pragma integrity_check").Scan(&sound)
	if err == nil {
		err = db.QueryRow("select n from counts").Scan(&n)
	}
	if err != nil || sound != "ok" {
		t.Fatalf("%v, integrity check: %s", err, sound)
	}
	rows, err := db.Query("select id from notes")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		id := ""
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		noted = append(noted, id)
	}
	return n, noted
}

// behind waits for what that many background rules leave, and returns it.
func behind(t *testing.T, dir string, want int) (ids []string) {
	t.Helper()
	deadline := time.Now().Add(outlived.Patience)
	for {
		data, _ := os.ReadFile(filepath.Join(dir, "behind.txt"))
		if ids = strings.Fields(string(data)); len(ids) >= want || time.Now().After(deadline) {
			return ids
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// once reports texts that are not exactly once in a list.
func once(t *testing.T, where string, want, got []string) {
	t.Helper()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: found %d entries %q, want each of %d once", where, len(got), got, len(want))
	}
}

// saysNothing waits for a process that has its event, or gets it now, and must say nothing.
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
	if err := p.Wait(); err != nil || out.Len() > 0 {
		t.Fatalf("%v, %s", err, out.String())
	}
}

// content returns the content of a file.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
