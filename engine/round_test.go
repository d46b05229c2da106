package engine

import (
	"errors"
	"slices"
	"testing"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// round asks each of some hooks about an event of its own.
func round(t *testing.T, e *Engine, hooks ...plan.Hook) *Round {
	t.Helper()
	var asks []Ask
	for _, h := range hooks {
		ev, err := plan.ReadEvent([]byte(call))
		if err != nil {
			t.Fatal(err)
		}
		a := *toolCall
		a.Hooks = []plan.Hook{h}
		p := &plan.Plan{Events: map[string]*plan.Agenda{"E": &a}}
		asks = append(asks, Ask{p, ev, p.Match(ev, "")})
	}
	return e.Start(asks, &host.Host{Dir: t.TempDir(), Now: time.Now})
}

// Several events get one answer without repetitions. Once an event is refused, nothing more is
// asked.
func TestRound(t *testing.T) {
	fine := func(text string) error {
		if text == "fails" {
			return errors.New("a fault")
		}
		return nil
	}
	for _, test := range []struct {
		hooks []plan.Hook
		want  string // the note
		ran   int
		exit  int
	}{
		{[]plan.Hook{saying("one", false, "a")}, "a", 1, 0},
		{[]plan.Hook{saying("one", false, "a", "b"), saying("two", false, "c")}, "a b\nc", 2, 0},
		{[]plan.Hook{saying("one", false, "a"), saying("two", false, "a"), saying("three", false, "b")}, "a\nb", 3, 0},
		{[]plan.Hook{saying("one", false, "a"), saying("shut", true, "fails"), saying("three", false, "b")}, "a", 2, 2},
		{[]plan.Hook{saying("open", false, "fails"), saying("two", false, "b")}, "b", 2, 0},
	} {
		a := round(t, says(fine), test.hooks...).Answer()
		i := slices.IndexFunc(a.Parts, func(p Part) bool { return p.Output == "note" })
		if i < 0 || a.Parts[i].Text != test.want || len(a.Ran) != test.ran || a.Exit != test.exit || a.Refused != (test.exit == 2) {
			t.Errorf("%s: %+v, ran %d, exit %d, want %q, %d, %d", test.hooks[0].Name, a.Parts, len(a.Ran), a.Exit, test.want, test.ran, test.exit)
		}
	}
}

// A round that is cut short says what has been said. Closed hooks that were not asked refuse, also
// for events that it never reached.
func TestRoundCut(t *testing.T) {
	for _, test := range []struct {
		at   string
		left []string
		exit int
	}{
		{"a", []string{"one", "shut"}, 2}, // as shut refuses, the third isn't asked
		{"b", []string{"shut"}, 2},
		{"c", []string{"three"}, 0},
		{"", nil, 0},
	} {
		stuck, free, ended := make(chan bool), make(chan bool), make(chan bool)
		r := round(t, says(func(text string) error {
			if text == test.at {
				close(stuck)
				<-free
			}
			return nil
		}), saying("one", false, "a"), saying("shut", true, "b"), saying("three", false, "c"))
		go func() {
			r.Answer()
			if test.at == "" {
				close(stuck)
			}
			close(ended)
		}()
		<-stuck
		a, left := r.Cut(errors.New("late"))
		if a.Exit != test.exit || !slices.Equal(left, test.left) {
			t.Errorf("stuck at %q: exit %d, left %q, want exit %d, left %q", test.at, a.Exit, left, test.exit, test.left)
		}
		close(free)
		<-ended
	}
}
