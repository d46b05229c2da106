package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// says is an engine with one action, which calls step with its argument and then adds that to a
// note.
func says(step func(text string) error) *Engine {
	return &Engine{Actions: Table[Action]{
		{"say", &Action{Do: Do[Text](func(c *Call, text Text) error {
			if err := c.Reply.Text("note", string(text), " "); err != nil {
				return err
			}
			return step(string(text))
		})}},
	}}
}

// saying is a hook with a rule for each of its words.
func saying(name string, closed bool, words ...string) plan.Hook {
	h := plan.Hook{Name: name, Event: &plan.Shape{Kind: "object"}, Closed: closed}
	for _, w := range words {
		raw, _ := json.Marshal(w)
		h.Rules = append(h.Rules, plan.Rule{Do: []plan.Step{{Action: "say", Args: raw}}})
	}
	return h
}

func began(t *testing.T, e *Engine, hooks ...plan.Hook) *Run {
	t.Helper()
	ev, err := plan.ReadEvent([]byte(call))
	if err != nil {
		t.Fatal(err)
	}
	a := *toolCall
	a.Hooks = hooks
	p := &plan.Plan{Events: map[string]*plan.Agenda{"E": &a}}
	return e.Begin(p, ev, &host.Host{Dir: t.TempDir(), Now: time.Now}, p.Match(ev, ""))
}

// Wherever a run is stuck, what whole rules have said counts, and closed hooks that have not ended
// refuse.
func TestCut(t *testing.T) {
	hooks := []plan.Hook{saying("open", false, "a", "b"), saying("shut", true, "c", "d"), saying("last", false, "e", "fails", "f")}
	refused := `"own":{"event":"E","verdict":"deny","why":"shut could not decide and refuses: late"}`
	for _, test := range []struct {
		at, want string
		left     []string
		exit     int
	}{
		{"a", `{` + refused + `}`, []string{"open", "shut", "last"}, 2},
		{"b", `{"note":"a",` + refused + `}`, []string{"open", "shut", "last"}, 2},
		{"c", `{"note":"a b",` + refused + `}`, []string{"shut", "last"}, 2},
		{"d", `{"note":"a b",` + refused + `}`, []string{"shut", "last"}, 2},
		{"e", `{"note":"a b c d"}`, []string{"last"}, 0},
		{"fails", `{"note":"a b c d e"}`, []string{"last"}, 0},
		{"f", `{"note":"a b c d e"}`, []string{"last"}, 0},
		{"", `{"note":"a b c d e f"}`, nil, 0},
	} {
		stuck, free := make(chan bool), make(chan bool)
		run := began(t, says(func(text string) error {
			if text == test.at {
				close(stuck)
				<-free
			}
			if text == "fails" {
				return errors.New("a fault")
			}
			return nil
		}), hooks...)
		ended := make(chan Answer)
		go func() {
			a := run.Answer()
			if test.at == "" {
				close(stuck)
			}
			ended <- a
		}()
		<-stuck
		got, left := run.Cut(errors.New("late"))
		if strings.TrimSpace(string(got.Stdout)) != test.want || got.Exit != test.exit || got.Refused != (test.exit == 2) || !slices.Equal(left, test.left) {
			t.Errorf("stuck at %q: %s, exit %d, left %q, want %s, exit %d, left %q", test.at, got.Stdout, got.Exit, left, test.want, test.exit, test.left)
		}
		close(free)
		if whole := <-ended; string(whole.Stdout) != `{"note":"a b c d e f"}`+"\n" {
			t.Errorf("stuck at %q, then free: %s, want what all say", test.at, whole.Stdout)
		}
	}
}

// A run may be cut at any moment, by another goroutine.
func TestCutAnywhere(t *testing.T) {
	var hooks []plan.Hook
	for i := range 20 {
		hooks = append(hooks, saying(fmt.Sprint("h", i), i%7 == 3, "x", "fails", "y"))
	}
	for range 50 {
		run := began(t, says(func(text string) error {
			if text == "fails" {
				return errors.New("a fault")
			}
			return nil
		}), hooks...)
		var cutters sync.WaitGroup
		for range 2 {
			cutters.Go(func() {
				for range 20 {
					if a, _ := run.Cut(errors.New("late")); !json.Valid(a.Stdout) {
						t.Errorf("%s, want JSON", a.Stdout)
					}
				}
			})
		}
		run.Answer()
		cutters.Wait()
	}
}

// A change of the event doesn't count if the run is cut before closed hooks were asked about it,
// even if these have ended.
func TestCutUnchecked(t *testing.T) {
	stuck, free := make(chan bool), make(chan bool)
	e := says(func(string) error { close(stuck); <-free; return nil })
	e.Actions = append(e.Actions, Entry[Action]{"edit", &Action{Do: Do[Text](func(c *Call, text Text) error {
		return c.Reply.Edit("prompt", "", json.RawMessage(`"other"`))
	})}})
	edits := saying("edits", false, "x")
	edits.Rules[0].Do[0].Action = "edit"
	run := began(t, e, saying("shut", true), edits, saying("slow", false, "y"))
	ended := make(chan Answer)
	go func() { ended <- run.Answer() }()
	<-stuck
	if got, _ := run.Cut(errors.New("late")); strings.Contains(string(got.Stdout), "other") {
		t.Errorf("cut before anybody looked at it: %s", got.Stdout)
	}
	close(free)
	if whole := <-ended; !strings.Contains(string(whole.Stdout), "other") {
		t.Errorf("whole: %s, want the change", whole.Stdout)
	}
}
