package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/store"
)

// Steps that nobody waits for are done after the rest, in their order, when the helper is closed.
// If the helper waits for them, whoever asked learns why one failed; otherwise a later event does.
func TestLater(t *testing.T) {
	for _, waits := range []bool{true, false} {
		h, o := helper(t), opening(schema)
		o.File, h.Waits = filepath.Join(t.TempDir(), "work.db"), waits
		o.Faults = filepath.Join(t.TempDir(), "new", "undone")
		var told []string
		later := func(steps ...store.Step) {
			t.Helper()
			r := store.Request{Store: o.Name, Do: steps, Later: func(err error) { told = append(told, err.Error()) }}
			if !h.Opened(o.Name) {
				r.Open = o
			}
			if a, err := h.Do(r); err != nil || a.Rows != nil {
				t.Fatalf("found %+v, %v, want nothing", a, err)
			}
		}
		count := store.Step{Name: "count", Args: []any{"all"}}
		later(count)
		later(count, store.Step{Name: "note", Args: []any{"1", nil}})
		later(count)
		if a := must(t, h, o, []any{"n", "all"}); string(a.Rows[0]) != "[]" {
			t.Errorf("found %s before the end, want nothing", a.Rows[0])
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		if waits != (len(told) == 1 && strings.Contains(told[0], "store work: ")) {
			t.Errorf("told %q, want the fault of the second if it waits (%t)", told, waits)
		}
		n, earlier := 0, ""
		for until := time.Now().Add(patience); n != 2 && time.Now().Before(until); {
			a, err := do(helper(t), o, true, []any{"n", "all"})
			if earlier += a.Earlier; err == nil && string(a.Rows[0]) != "[]" {
				n = number(t, a, 0)
			}
		}
		if !waits != strings.Contains(earlier, "note: ") {
			t.Errorf("a later event was told %q, want the fault of the second if nobody waited (%t)", earlier, !waits)
		}
		if n != 2 {
			t.Errorf("counted %d, want 2", n)
		}
	}
}

// If the program ended, all who asked for such steps are told, and it is not asked again.
func TestLaterOfNobody(t *testing.T) {
	h := &store.Helper{Program: func() (string, error) { return "/bin/true", nil }, Waits: true}
	var told []string
	for range 2 {
		r := store.Request{Store: "work", Open: opening(schema), Do: []store.Step{{Name: "n", Args: []any{"x"}}}, Later: func(err error) { told = append(told, err.Error()) }}
		if _, err := h.Do(r); err != nil {
			t.Error(err)
		}
	}
	h.Close()
	if len(told) != 2 || strings.Count(strings.Join(told, ""), "ended before it answered") != 2 {
		t.Errorf("told %q, want twice that it ended", told)
	}
	if _, err := do(h, opening(schema), true, []any{"n", "x"}); err == nil {
		t.Error("it is asked again")
	}
}
