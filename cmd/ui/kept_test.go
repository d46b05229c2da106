package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
)

// What is kept of a log is the same as the log, whichever entries share texts. A text is found in
// shared parts, in others, and in the time.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	l := journal.Log{File: filepath.Join(dir, "a.jsonl"), Old: filepath.Join(dir, "b.jsonl")}
	at := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	said := journal.Entry{Session: `s,"ms":7,`, Project: "/p", Event: "PreToolUse", Tool: "Bash", Rules: "/r", Said: []string{"permission=deny"}, Refused: true,
		Hooks: []engine.Ran{{Hook: "h", Rules: []int{2}, IDs: []string{"no"}}, {Hook: "silent"}}}
	other := journal.Entry{Session: "s", Agent: "codex", Event: "Stop", Errors: []string{"a fault"}, Exit: 1}
	input := journal.Entry{Event: "Stop", Input: json.RawMessage(`{"x":1,"ms":2}`), Reply: json.RawMessage(`{}`)}
	var want []journal.Entry
	for i, e := range []journal.Entry{said, other, said, input, said, input} {
		e.Time, e.MS = at.Add(time.Duration(i)*time.Second), float64(i)+0.25
		for j := range e.Hooks {
			e.Took = append(e.Took, float64(i+j)/4)
		}
		if err := l.Write(&e); err != nil {
			t.Fatal(err)
		}
		e.Seq = int64(i) + 1
		want = append(want, e)
	}
	f, err := os.OpenFile(l.File, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("no entry\n{\"time\":\"\",\"ms\":1}\n{}\n" + `{"ms": 9, "event": "Stop", "time": "2026-11-23T09:00:00Z"}` + "\n"); err != nil {
		t.Fatal(err)
	}
	want = append(want, journal.Entry{Time: at.Add(time.Hour), MS: 9, Event: "Stop"})
	k := newKept(l)
	all, _ := k.now()
	defer k.readers[0].Close()
	if len(all) != len(want) || len(k.shared) != 2 || all[0].Entry != all[2].Entry {
		t.Fatalf("found %d entries, %d shared, want %d and 2", len(all), len(k.shared), len(want))
	}
	for i, d := range all {
		got := d.full()
		got.Input, got.Reply = d.inputs()
		if !reflect.DeepEqual(got, want[i]) || d.N != i+1 {
			t.Errorf("entry %d is\n%+v, want\n%+v", i, got, want[i])
		}
	}
	for text, n := range map[string]int{"BASH": 3, `"no"`: 3, "codex": 1, `"x":1`: 2, "08:00:03": 1, "2026-11": 7, "0001-01": 0, "nowhere": 0} {
		q, found := queryOf(map[string][]string{"text": {text}}), 0
		for _, d := range all {
			if q.wants(d) {
				found++
			}
		}
		if found != n {
			t.Errorf("%q is found in %d entries, want %d", text, found, n)
		}
	}
}

// An entry of many machines counts once, however often it is in their files. For each file it is
// reported once how many of its lines have no entry.
func TestKeptOnce(t *testing.T) {
	dir, at := t.TempDir(), time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	said := func(machine, user string, seq int64) string {
		e := journal.Entry{Time: at.Add(time.Duration(seq) * time.Second), Machine: machine, User: user, Event: "Stop", Seq: seq}
		return string(e.Append(nil))
	}
	body, err := json.Marshal(said("desk", "ann", 2))
	if err != nil {
		t.Fatal(err)
	}
	export := `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":` + string(body) + `}},{"body":{"stringValue":"another's"}}]}]}]}` + "\n"
	var logs []journal.Log
	for name, text := range map[string]string{
		"ann":    said("desk", "ann", 1) + said("desk", "ann", 2) + said("desk", "ann", 3),
		"copy":   said("desk", "ann", 1) + said("desk", "ann", 2) + "{\n\n",
		"export": export + export + said("desk", "bob", 1) + said("vm", "ann", 1) + said("", "", 1) + said("", "", 1),
	} {
		logs = append(logs, journal.Log{File: filepath.Join(dir, name)})
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k, told := newKept(logs...), map[string]int{}
	k.many, k.unread = true, func(file string, lines int) { told[filepath.Base(file)] += lines }
	if all, _ := k.now(); len(all) != 7 {
		t.Errorf("found %d entries, want 3 and 2 of others, and 2 that don't say whose they are", len(all))
	}
	f, err := os.OpenFile(filepath.Join(dir, "copy"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(said("desk", "ann", 3) + said("desk", "ann", 4) + "no entry\n"); err != nil {
		t.Fatal(err)
	}
	if all, _ := k.now(); len(all) != 8 {
		t.Errorf("found %d entries, want the new one", len(all))
	}
	if want := map[string]int{"copy": 2, "export": 2}; !reflect.DeepEqual(told, want) {
		t.Errorf("told %v of lines without an entry, want %v", told, want)
	}
	for _, r := range k.readers {
		r.Close()
	}
}
