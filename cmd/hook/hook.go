// Package hook is the hook command: an event on stdin, one JSON object on
// stdout. Both binaries run it; they differ in what they have (Command).
//
// Whatever goes wrong, stdout gets one valid object, or the text that rules put in
// its place where the event table allows it, and the exit code is one the agent
// takes for no opinion, unless a rule or a hook that is closed said otherwise: a
// panic that reached the runtime would exit with 2 and block every tool call of the
// session. Closed hooks refuse what they can't decide also where it never came to
// asking them: by what is last known of them (turn.go).
//
//	stdin ─► event ─► which rules (cmd/layers) ─► their plan, compiled if need be (plan.go) ─► engine ─► stdout
package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Command is the hook command of one binary.
type Command struct {
	Facts func() map[string]engine.Fact
	// Compile makes the stored plan of a rule set anew. It returns the first fault
	// of rules that have some, an error if it couldn't look at them or keep the
	// plan, and the plan if it has it in this process. It should not take longer
	// than within.
	Compile func(set layers.Set, within time.Duration) (plan *plan.Plan, fault string, err error)
	// HandOver answers by the full binary instead, where a hook needs more than
	// this one has. Nil in the full binary.
	HandOver func(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int, err error)
	// Exit ends the process when the time is up. Nil where it is not to end so; an
	// event then takes as long as it takes.
	Exit func(code int)
}

// Options are the hook's own: which rules, which hook of them.
type Options struct {
	Rules []string // layers, none to look for them
	Only  string   // name of the one hook that answers, "" for all
	// Within is how long the answer may take, 0 for what the rules say.
	Within time.Duration
	// Trace notes how the answer comes about and makes the run a dry one: nothing
	// is changed, no program started, and the log goes to stderr alone. Nil at hook
	// time.
	Trace *engine.Trace
}

// NoOpinion is what an agent reads as nothing said.
const NoOpinion = "{}\n"

// ExitUsage is the exit code for a command line that is wrong: the agent shows
// it to the user and goes on, where 2 would block every tool call.
const ExitUsage = 1

// Run answers the event on stdin and returns the exit code.
func (c Command) Run(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	t := &turn{command: c, options: o, stdout: stdout, stderr: stderr}
	t.known.decision.off = o.Trace != nil
	t.start()
	defer func() {
		if v := recover(); v != nil {
			t.know(func(k *known) { k.decision.wrong("a panic") })
			code = t.end(t.unasked(fmt.Errorf("panic: %v", v)))
			t.print("error", fmt.Sprintf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	return t.end(t.answer(stdin))
}

// answer reads the event and answers it.
func (t *turn) answer(stdin io.Reader) engine.Answer {
	c, o := t.command, t.options
	data, err := io.ReadAll(stdin)
	var ev *plan.Event
	if err == nil {
		ev, err = plan.ReadEvent(data)
	}
	sent := ev
	if err != nil {
		sent = plan.ReadAs(data, "")
	}
	h := host.New(sent)
	defer h.Close()
	set := layers.Find(o.Rules, h.Dir, os.Getenv)
	if o.Trace != nil {
		set.Asks = "" // its author may see what it would do
	}
	t.know(func(k *known) {
		k.rules, k.event = set.Key(), ev
		if err != nil {
			k.guess = plan.GuessName(data)
		}
	})
	loaded := c.load(set, ev, o.Only, t.left())
	if loaded.takes != "" {
		sent.Name = loaded.takes
		ev, err = sent, nil
		t.know(func(k *known) { k.event, k.guess = ev, "" })
		loaded.close()
		loaded = c.load(set, ev, o.Only, t.left())
	}
	defer loaded.close()
	h.OpenLog(loaded.plan, ev, t.stderr)
	t.know(func(k *known) {
		k.plan, k.log = loaded.plan, h.Log
		k.decision.about(ev, h.Dir, set.Label(), loaded)
	})
	if loaded.plan != nil {
		t.limit(loaded.plan.Timeout)
	}
	if o.Trace != nil {
		scratch, err := files.NewOverlay()
		if err != nil {
			return engine.Answer{Stdout: []byte(NoOpinion), Stderr: err.Error(), Exit: ExitUsage}
		}
		dry(h, scratch)
		defer func() {
			o.Trace.Changed = scratch.Changed()
			scratch.Close()
		}()
		loaded.dry = true
	}
	if loaded.err != nil {
		t.print("error", loaded.err.Error())
	}
	if err != nil {
		t.print("error", err.Error())
		t.know(func(k *known) { k.decision.wrong(err.Error()) })
		return t.unasked(err)
	}
	if loaded.plan == nil && loaded.fault == "" && c.HandOver != nil {
		// Nothing could be kept for this binary to read; the other needs no store.
		if answer, err := t.handOver(data); err == nil {
			return answer
		}
	}
	if loaded.plan == nil {
		return loaded.tell(t.unasked(loaded.err), set.Key(), ev.Session)
	}
	if loaded.lacks {
		t.print("warn", fmt.Sprintf("unknown hook %s, want one that the rules have and that is switched on", o.Only))
	}
	hooks := loaded.plan.Match(ev, o.Only)
	t.limit(loaded.plan.Within(hooks))
	h.Until = t.until()
	if c.HandOver != nil && slices.ContainsFunc(hooks, full) {
		answer, err := t.handOver(data)
		if err == nil {
			return answer
		}
		left := fmt.Sprintf("some hooks on %s need the full bcrules and are left out", ev.Name)
		t.print("error", fmt.Sprintf("%s: %v", left, err))
		t.know(func(k *known) { k.decision.wrong(left) })
		// Closed ones stay: they fail, and so refuse.
		hooks = slices.DeleteFunc(hooks, func(h *plan.Hook) bool { return full(h) && !h.Closed })
	}
	answer := engine.Answer{Stdout: []byte(NoOpinion)}
	if len(hooks) > 0 {
		run := c.engine(o.Trace).Begin(loaded.plan, ev, h, hooks)
		t.know(func(k *known) { k.run = run })
		answer = run.Answer()
	}
	return loaded.tell(answer, set.Key(), ev.Session)
}

// handOver answers by the full binary, if that gives one JSON object, or a text where
// one may stand. It gets what time is left, less what this one needs to pass its
// answer on.
func (t *turn) handOver(data []byte) (engine.Answer, error) {
	o := t.options
	if left := t.left(); left > 0 {
		o.Within = left - min(left/4, passOn)
	}
	var out bytes.Buffer
	code, err := t.command.HandOver(o, bytes.NewReader(data), &out, t.stderr)
	plain := false
	if k := t.known; k.plan != nil && k.plan.Events[k.event.Name].MayBePlain() {
		plain = out.Len() > 0 && out.Bytes()[0] != '{'
	}
	if err == nil && !plain && (!json.Valid(out.Bytes()) || out.Bytes()[0] != '{') {
		err = fmt.Errorf("bcrules answered %d bytes, want one JSON object", out.Len())
	}
	if err == nil {
		t.know(func(k *known) { k.decision.off = true }) // the other one keeps it
	}
	return engine.Answer{Stdout: out.Bytes(), Plain: plain, Exit: code}, err
}

// passOn is more than it takes to start the full binary and pass its answer on.
const passOn = 500 * time.Millisecond

func full(h *plan.Hook) bool { return h.Full }
