package hook

import (
	"fmt"
	"io"

	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
)

// A turn is the answering of one event, and what is known of it by now.
type turn struct {
	command        Command
	options        Options
	stdout, stderr io.Writer

	rules string        // key of the rule set
	event *engine.Event // nil until it is read
	guess string        // name of the event if it can't be read
	plan  *engine.Plan  // as much as the event needs, nil if there is none
	log   *engine.Log
}

// end writes the answer and returns the exit code.
func (t *turn) end(a engine.Answer) int {
	if a.Stderr != "" {
		fmt.Fprintln(t.stderr, a.Stderr)
	}
	t.stdout.Write(a.Stdout)
	return a.Exit
}

// unasked answers an event that the rules were not asked about: closed hooks that
// it may be for refuse it, others have no opinion.
func (t *turn) unasked(err error) engine.Answer {
	p := t.plan
	if p == nil || t.event == nil {
		if store, err := cache.Open(); err == nil {
			p = store.Guard(t.rules)
		}
	}
	switch {
	case p == nil:
		return engine.Answer{Stdout: []byte(NoOpinion)}
	case t.event == nil:
		return p.Refuse(&engine.Event{Name: t.guess}, p.May(t.guess, t.options.Only), err)
	}
	return p.Refuse(t.event, p.Match(t.event, t.options.Only, t.command.Pattern), err)
}

// print adds an entry to the log; to the user's own while the rules' is not known.
func (t *turn) print(level, text string) {
	if t.log == nil {
		h := engine.NewHost(nil)
		h.OpenLog(nil, nil, t.stderr)
		t.log = h.Log
	}
	t.log.Print(level, "hook", text)
}
