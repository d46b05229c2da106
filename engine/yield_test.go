package engine

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// asking is an engine that records which hooks were asked, by the words that they say, and which
// paths the host could reach then. The words deny and edit refuse and change the event.
type asking struct {
	engine  *Engine
	said    []string
	reached []string
	stuck   func(text string)
}

func newAsking() *asking {
	a := &asking{stuck: func(string) {}}
	a.engine = says(func(string) error { return nil })
	a.engine.Actions = Table[Action]{{"say", &Action{Do: Do[Text](func(c *Call, text Text) error {
		a.said, a.reached = append(a.said, string(text)), append(a.reached, strings.Join(c.Host.Reach, " "))
		a.stuck(string(text))
		switch word, to, _ := strings.Cut(string(text), " "); word {
		case "deny":
			return c.Reply.Choose("verdict", "deny", Reason{Text: string(text)})
		case "edit":
			raw, _ := json.Marshal(to)
			return c.Reply.Edit("prompt", "", raw)
		}
		return nil
	})}}}
	return a
}

// yielding is saying for a hook that yields.
func yielding(name string, closed bool, words ...string) plan.Hook {
	h := saying(name, closed, words...)
	h.Yields = true
	return h
}

// Each hook reaches the paths outside of the project that hooks of its own event name, even if
// others were asked, or asked again, in between.
func TestYieldingReach(t *testing.T) {
	note, last := yielding("note", false, "note"), saying("last", false, "last")
	note.Reach, last.Reach = []string{"~/notes"}, []string{"~/last"}
	a := newAsking()
	round(t, a.engine, note, last).Answer()
	if want := []string{"~/last", "~/notes"}; !slices.Equal(a.reached, want) {
		t.Errorf("two events: reached %q, want %q", a.reached, want)
	}
	a = newAsking()
	began(t, a.engine, saying("edits", false, "edit other"), saying("shut", true, "shut"), note).Answer()
	if got := a.reached[len(a.reached)-1]; got != "~/notes" {
		t.Errorf("a changed event: reached %q, want ~/notes", got)
	}
}

// Once a hook that yields refuses one of several events, hooks of the rest are not asked, and the
// log has the refused event.
func TestYieldingRefuses(t *testing.T) {
	a := newAsking()
	r := round(t, a.engine, yielding("one", false, "deny one"), yielding("two", false, "two"))
	if got := r.Answer(); !got.Refused || !slices.Equal(a.said, []string{"deny one"}) {
		t.Errorf("refused %t, asked %q, want true, and only the first", got.Refused, a.said)
	}
	if got := r.Call().Event; got != r.asks[0].Event {
		t.Error("found another event than the refused one")
	}
}

// Hooks are asked once again about a changed event, even if the plan left them out at first: those
// that yield after the others, and only if these don't refuse it.
func TestYieldingAgain(t *testing.T) {
	changes := saying("edits", false, "edit other")
	for _, test := range []struct {
		name  string
		hooks []plan.Hook
		left  []plan.Hook // out of the plan for the original event
		want  string
	}{
		{"one that yields", []plan.Hook{changes, saying("shut", true, "shut"), yielding("note", false, "note")}, nil, "edit other, shut, shut, note"},
		{"closed", []plan.Hook{yielding("note", true, "note"), changes, saying("shut", true, "shut")}, nil, "edit other, shut, shut, note, note"},
		{"changed twice", []plan.Hook{changes, saying("shut", true, "shut"), yielding("more", false, "edit more")}, nil, "edit other, shut, shut, edit more, shut"},
		{"left out", []plan.Hook{changes}, []plan.Hook{yielding("note", true, "note"), saying("shut", true, "shut")}, "edit other, shut, note"},
		{"left out where it is refused", []plan.Hook{changes}, []plan.Hook{yielding("note", true, "note"), saying("shut", true, "deny")}, "edit other, deny"},
		{"refused", []plan.Hook{changes, yielding("note", true, "note"), saying("shut", true, "deny")}, nil, "edit other, deny, deny"},
	} {
		a := newAsking()
		run := began(t, a.engine, test.hooks...)
		if test.left != nil {
			run.plan.Leave(func(*plan.Event) (more []*plan.Hook) {
				for i := range test.left {
					more = append(more, &test.left[i])
				}
				return more
			})
		}
		run.Answer()
		if got := strings.Join(a.said, ", "); got != test.want {
			t.Errorf("%s: asked %s, want %s", test.name, got, test.want)
		}
	}
}

// A change that closed hooks have seen stays if a hook that yields has no time, unless another
// closed hook still has to see it.
func TestYieldingCut(t *testing.T) {
	for _, test := range []struct {
		name  string
		hooks []plan.Hook
		kept  bool
	}{
		{"open", []plan.Hook{saying("edits", false, "edit other"), saying("shut", true, "shut"), yielding("note", false, "note")}, true},
		{"changes it further", []plan.Hook{saying("shut", true, "shut"), yielding("note", false, "edit other", "note")}, false},
		{"closed", []plan.Hook{saying("edits", false, "edit other"), yielding("shut", true, "shut"), yielding("note", false, "note")}, false},
	} {
		stuck, free, ended := make(chan bool), make(chan bool), make(chan bool)
		a := newAsking()
		a.stuck = func(text string) {
			if text == "note" {
				close(stuck)
				<-free
			}
		}
		run := began(t, a.engine, test.hooks...)
		go func() { run.Answer(); close(ended) }()
		<-stuck
		got, left := run.Cut(errors.New("late"))
		if kept := strings.Contains(string(got.Stdout), "other"); kept != test.kept || !slices.Equal(left, []string{"note"}) {
			t.Errorf("%s: %s, left %q, want the change kept: %t", test.name, got.Stdout, left, test.kept)
		}
		close(free)
		<-ended
	}
}

// A round with hooks that yield may be cut at any moment. No hook is left twice.
func TestYieldingCutAnywhere(t *testing.T) {
	for range 50 {
		var asks []Ask
		for range 3 {
			ev, _ := plan.ReadEvent([]byte(call))
			agenda := *toolCall
			agenda.Hooks = []plan.Hook{saying("a", false, "a"), yielding("b", true, "b"), saying("edits", false, "edit other"), saying("c", true, "c"), yielding("d", false, "d")}
			p := &plan.Plan{Events: map[string]*plan.Agenda{"E": &agenda}}
			asks = append(asks, Ask{p, ev, p.Match(ev, "")})
		}
		r := newAsking().engine.Start(asks, &host.Host{Dir: t.TempDir(), Now: time.Now})
		var cutters sync.WaitGroup
		for range 2 {
			cutters.Go(func() {
				for range 20 {
					a, left := r.Cut(errors.New("late"))
					if !json.Valid(a.Stdout) && len(a.Stdout) > 0 || len(left) > 15 {
						t.Errorf("%s, left %q, want JSON, and none twice", a.Stdout, left)
					}
				}
			})
		}
		r.Answer()
		cutters.Wait()
	}
}
