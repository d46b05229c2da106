package log

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

func logIn(dir string, max int64) journal.Log {
	return journal.Log{File: filepath.Join(dir, "decisions.jsonl"), Old: filepath.Join(dir, "decisions.old.jsonl"), Max: max}
}

func entry(n int) *journal.Entry {
	return &journal.Entry{Time: time.Unix(int64(n), 0).UTC(), Event: strconv.Itoa(n), Project: "/home/me/project"}
}

func write(t *testing.T, l journal.Log, n int) {
	t.Helper()
	if err := l.Write(entry(n)); err != nil {
		t.Fatal(err)
	}
}

// Following a log gives every entry once, though its files are renamed many times, and entries are
// written to a renamed one.
func TestFollowRotation(t *testing.T) {
	l := logIn(filepath.Join(t.TempDir(), "not", "there", "yet"), 16<<10)
	ctx, cancel := context.WithCancel(t.Context())
	heard, ended := make(chan string), make(chan error)
	r := NewReader(l, Filter{})
	defer r.Close()
	go func() {
		ended <- r.Follow(ctx, func(_ []byte, e *journal.Entry) error {
			heard <- e.Event
			return nil
		})
	}()
	next := func(want int) {
		t.Helper()
		select {
		case got := <-heard:
			if got != strconv.Itoa(want) {
				t.Fatalf("heard entry %s, want %d", got, want)
			}
		case err := <-ended:
			t.Fatalf("it ended: %v", err)
		case <-time.After(30 * time.Second):
			t.Fatalf("heard nothing, want entry %d", want)
		}
	}
	rotations, n, told := 0, 0, 0
	for rotations < 5 {
		late, err := os.OpenFile(l.File, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		write(t, l, n)
		n++
		if _, err := os.Stat(l.File); err != nil { // that entry filled it
			rotations++
			if _, err := late.Write(entry(n).Append(nil)); err != nil { // as one that was held up
				t.Fatal(err)
			}
			n++
		}
		late.Close()
		if n-told > 20 || rotations == 5 {
			for ; told < n; told++ {
				next(told)
			}
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if r.Bad > 0 {
		t.Errorf("%d lines were left out", r.Bad)
	}
}

// Other lines are skipped and counted; the older file comes first.
func TestRead(t *testing.T) {
	l := logIn(t.TempDir(), 0)
	line := func(n int) string { return string(entry(n).Append(nil)) }
	for name, text := range map[string]string{
		l.Old:  line(1) + "torn" + line(2) + strings.Repeat("x", maxLine+1) + "\n" + line(3),
		l.File: "\n{}\n[]\nnull\n" + line(4) + `{"time":"2026-01-01T00:00:00Z","hooks":7}` + "\n" + line(5) + line(6)[:20],
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(l, Filter{})
	defer r.Close()
	var got []string
	each := func(_ []byte, e *journal.Entry) error {
		got = append(got, e.Event)
		return nil
	}
	if err := r.Read(each); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1", "3", "4", "5"}; !slices.Equal(got, want) || r.Bad != 7 {
		t.Errorf("read %q and left out %d lines, want %q and 7", got, r.Bad, want)
	}
	// The last line is completed.
	f, err := os.OpenFile(l.File, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(line(6)[20:]); err != nil {
		t.Fatal(err)
	}
	if got = nil; r.Read(each) != nil || !slices.Equal(got, []string{"6"}) {
		t.Errorf("then read %q, want 6", got)
	}
}

func TestReadNothing(t *testing.T) {
	r := NewReader(logIn(t.TempDir(), 0), Filter{})
	err := r.Read(func([]byte, *journal.Entry) error { return errors.New("an entry") })
	if err != nil {
		t.Error(err)
	}
}

func TestFilter(t *testing.T) {
	e := &journal.Entry{Time: time.Unix(100, 0), Session: "a1b2c3", Event: "Stop", Rules: "/r", Said: []string{"permission=deny", "context"}, Hooks: []engine.Ran{{Hook: "h", Rules: []int{1, 3}, IDs: []string{"one", ""}}, {Hook: "i"}}}
	failed, others := *e, *e
	failed.Errors = []string{"x"}
	others.Agent, others.Refused = "codex", true
	tests := []struct {
		filter Filter
		entry  *journal.Entry
		want   bool
	}{
		{Filter{}, e, true},
		{Filter{Agent: "claude-code"}, e, true},
		{Filter{Agent: "codex"}, e, false},
		{Filter{Agent: "codex"}, &others, true},
		{Filter{Agent: "claude-code"}, &others, false},
		{Filter{Session: "a1b2"}, e, true},
		{Filter{Session: "b2"}, e, false},
		{Filter{Hook: "i"}, e, true},
		{Filter{Hook: "j"}, e, false},
		{Filter{Rule: "one"}, e, true},
		{Filter{Rule: "3", Hook: "h"}, e, true},
		{Filter{Rule: "1"}, e, false},
		{Filter{Rule: "one", Hook: "i"}, e, false},
		{Filter{Said: "deny"}, e, true},
		{Filter{Said: "permission=deny"}, e, true},
		{Filter{Said: "context"}, e, true},
		{Filter{Said: "ask"}, e, false},
		{Filter{Event: "Stop"}, e, true},
		{Filter{Event: "SubagentStop"}, e, false},
		{Filter{Rules: "/r"}, e, true},
		{Filter{Rules: "/q"}, e, false},
		{Filter{Since: time.Unix(100, 0)}, e, true},
		{Filter{Since: time.Unix(101, 0)}, e, false},
		{Filter{Refused: true}, e, false},
		{Filter{Refused: true}, &others, true},
		{Filter{Errors: true}, e, false},
		{Filter{Errors: true}, &failed, true},
	}
	for _, test := range tests {
		if got := test.filter.Wants(test.entry); got != test.want {
			t.Errorf("%+v: %t, want %t", test.filter, got, test.want)
		}
	}
}

func TestSince(t *testing.T) {
	now := time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)
	tests := map[string]string{
		"1h":                        "2026-02-09T11:00:00Z",
		"0s":                        "2026-02-09T12:00:00Z",
		"2026-02-08":                "2026-02-08T00:00:00Z",
		"2026-02-08T10:00:00+01:00": "2026-02-08T09:00:00Z",
		"1d":                        "2026-02-08T12:00:00Z",
		"1d12h":                     "2026-02-08T00:00:00Z",
		"d":                         "",
		"1d-1h":                     "",
		"1d2026-02-08":              "",
		"99999d":                    "",
		"-1h":                       "",
		"yesterday":                 "",
		"":                          "",
	}
	for text, want := range tests {
		got, err := Since(text, now)
		if (err != nil) != (want == "") || err == nil && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestStats(t *testing.T) {
	plan := &plan.Plan{Events: map[string]*plan.Agenda{
		"A": {Hooks: []plan.Hook{{Name: "one", Rules: make([]plan.Rule, 2)}, {Name: "both", Rules: make([]plan.Rule, 1)}}},
		"B": {Hooks: []plan.Hook{{Name: "both", Rules: make([]plan.Rule, 1)}}},
	}}
	var s Stats
	for i := range 100 {
		e := &journal.Entry{Time: time.Unix(int64(i)*60, 0), Event: "A", MS: float64(100 - i), Took: []float64{float64(100-i) / 4, 1}, Hooks: []engine.Ran{{Hook: "one", Rules: []int{2}}, {Hook: "both"}}}
		if i < 10 {
			e.Event, e.Refused, e.Said, e.Errors = "B", true, []string{"x=y", "z"}, []string{"f"}
		}
		s.Add(e)
	}
	r := s.Report(plan, func(string) bool { return true })
	if want := []EventReport{{"A", 90, 0, 0, 45, 86, 90}, {"B", 10, 10, 10, 95, 100, 100}}; !slices.Equal(r.ByEvent, want) {
		t.Errorf("events %+v, want %+v", r.ByEvent, want)
	}
	if want := []SaidReport{{"x=y", 10}, {"z", 10}}; !slices.Equal(r.Said, want) {
		t.Errorf("said %+v, want %+v", r.Said, want)
	}
	if want := []RuleReport{{Hook: "one", Rule: 1, Own: true}, {Hook: "both", Rule: 1, Own: true}}; !slices.Equal(r.Never, want) {
		t.Errorf("never held %+v, want %+v", r.Never, want)
	}
	if h := r.Hooks[0]; h.Hook != "one" || h.Ran != 100 || h.P50 != 12.5 || h.P95 != 23.75 || h.Rules[1].Held != 100 || len(r.Hooks) != 2 {
		t.Errorf("hooks %+v", r.Hooks)
	}
	all, refused, span := s.Series(30)
	if len(all) != 25 || span != 4*time.Minute || all[0] != 4 || refused[2] != 2 || refused[3] != 0 {
		t.Errorf("series %v, %v, %v", all, refused, span)
	}
}

// In any file each line is an entry or counts as bad.
func FuzzRead(f *testing.F) {
	f.Add([]byte(string(entry(1).Append(nil)) + "torn" + string(entry(2).Append(nil))))
	f.Add([]byte("\n\n{}"))
	f.Add([]byte(`{"time":"2026-01-01T00:00:00Z","hooks":[{"hook":"h","rules":[99999999999999999999]}],"ms":1e999}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := logIn(t.TempDir(), 0)
		if err := os.WriteFile(l.File, data, 0o600); err != nil {
			t.Fatal(err)
		}
		r := NewReader(l, Filter{})
		defer r.Close()
		var s Stats
		err := r.Read(func(_ []byte, e *journal.Entry) error {
			s.Add(e)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := bytes.Count(data, []byte("\n")); s.Events+r.Bad != want {
			t.Errorf("%d entries and %d others, want %d lines", s.Events, r.Bad, want)
		}
		if s.Events > 0 {
			s.Report(&plan.Plan{}, nil)
			s.Series(10)
		}
	})
}
