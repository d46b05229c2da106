package engine

import (
	"errors"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
)

// made is a round of an event and of another one made from it, each with a hook.
func made(t *testing.T, e *Engine, sent, other plan.Hook) *Round {
	r := round(t, e, sent, other)
	r.asks[1].Event.From = r.asks[0].Event
	return r
}

// What rules say about an event made from another is said about that one too, except changes: they
// would apply to another call.
func TestMade(t *testing.T) {
	a := newAsking()
	got := made(t, a.engine, saying("sent", false, "edit mine"), saying("made", false, "deny it", "edit other")).Answer()
	for text, want := range map[string]bool{"deny it": true, "mine": true, "other": false} {
		if strings.Contains(string(got.Stdout), text) != want {
			t.Errorf("%s: answered %s, want it there: %t", text, got.Stdout, want)
		}
	}
	if !got.Refused {
		t.Error("not refused")
	}
	if n := strings.Count(strings.Join(got.Said, " "), "verdict"); n != 1 {
		t.Errorf("said %q, want the verdict once", got.Said)
	}
}

// The call is refused if a closed hook on the event made from it fails, or has no time.
func TestMadeClosed(t *testing.T) {
	fails := says(func(text string) error {
		if text == "fails" {
			return errors.New("a fault")
		}
		return nil
	})
	if got := made(t, fails, saying("sent", false, "a"), saying("made", true, "fails")).Answer(); !got.Refused || got.Exit != ExitRefused {
		t.Errorf("a fault: refused %t, exit %d, want true and %d", got.Refused, got.Exit, ExitRefused)
	}
	stuck, free, ended := make(chan bool), make(chan bool), make(chan bool)
	a := newAsking()
	a.stuck = func(text string) {
		if text == "late" {
			close(stuck)
			<-free
		}
	}
	r := made(t, a.engine, saying("sent", false, "a"), saying("made", true, "late"))
	go func() { r.Answer(); close(ended) }()
	<-stuck
	got, left := r.Cut(errors.New("no time"))
	if !got.Refused || !strings.Contains(string(got.Stdout), "no time") || len(left) != 1 {
		t.Errorf("cut: refused %t, %s, left %q, want a refusal for the hook left", got.Refused, got.Stdout, left)
	}
	close(free)
	<-ended
}
