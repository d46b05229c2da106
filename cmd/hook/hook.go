// Package hook is the hook command: an event on stdin, one JSON object on
// stdout. Both binaries run it; they differ in what they have (Command).
//
// Whatever goes wrong, stdout gets one valid object and the exit code is one the
// agent takes for no opinion, unless a rule or a hook that is closed said
// otherwise: a panic that reached the runtime would exit with 2 and block every
// tool call of the session.
//
//	stdin ─► event ─► which rules (rules.go) ─► their plan, compiled if need be (plan.go) ─► engine ─► stdout
package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"bcrules.dev/engine"
)

// A Command is the hook command of one binary.
type Command struct {
	Facts   func() map[string]engine.Fact
	Pattern engine.Pattern // nil if this binary can't run all matchers
	// Compile makes the stored plan of a rule set anew. It returns the first fault
	// of rules that have some, an error if it couldn't look at them or keep the
	// plan, and the plan if it has it in this process.
	Compile func(layers []string) (plan *engine.Plan, fault string, err error)
	// HandOver answers by the full binary instead, where a hook needs more than
	// this one has. Nil in the full binary.
	HandOver func(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int, err error)
}

// Options are the hook's own: which rules, which hook of them.
type Options struct {
	Rules []string // layers, none to look for them
	Only  string   // name of the one hook that answers, "" for all
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
	out := []byte(NoOpinion)
	var host *engine.Host
	d := decision{off: o.Trace != nil}
	defer func() {
		if v := recover(); v != nil {
			out, code = []byte(NoOpinion), 0
			if host == nil || host.Log == nil {
				host = engine.NewHost(nil)
				host.OpenLog(nil, nil, stderr)
			}
			host.Log.Print("error", "hook", fmt.Sprintf("panic: %v\n%s", v, debug.Stack()))
			d.Errors = append(d.Errors, "a panic")
		}
		stdout.Write(out)
		d.keep(host.Now(), out, code)
	}()

	data, err := io.ReadAll(stdin)
	var ev *engine.Event
	if err == nil {
		ev, err = engine.ReadEvent(data)
	}
	host = engine.NewHost(ev)
	defer host.Close()
	layers := Rules(o.Rules, host.Dir, os.Getenv)
	loaded, rules := c.load(layers, ev), Key(layers)
	host.OpenLog(loaded.plan, ev, stderr)
	d.about(ev, host.Dir, Label(layers), loaded)
	if o.Trace != nil {
		scratch, dryErr := engine.NewScratch()
		if dryErr != nil {
			fmt.Fprintln(stderr, dryErr)
			return ExitUsage
		}
		dry(host, scratch)
		defer func() {
			o.Trace.Changed = scratch.Changed()
			scratch.Close()
		}()
		loaded.dry = true
	}
	if loaded.err != nil {
		host.Log.Print("error", "hook", loaded.err.Error())
	}
	if err != nil {
		host.Log.Print("error", "hook", err.Error())
		d.Errors = append(d.Errors, err.Error())
		return 0
	}
	if loaded.plan == nil && loaded.fault == "" && c.HandOver != nil {
		// Nothing could be kept for this binary to read; the other needs no store.
		if answer, code, err := c.handOver(o, data, stderr); err == nil {
			out, d.off = answer, true
			return code
		}
	}
	if loaded.plan == nil {
		out = loaded.tell(out, rules, ev.Session)
		return 0
	}
	if o.Only != "" && !loaded.has(o.Only) {
		host.Log.Print("warn", "hook", fmt.Sprintf("unknown hook %s, want one that the rules have and that is switched on", o.Only))
	}
	hooks := loaded.plan.Match(ev, o.Only, c.Pattern)
	if c.HandOver != nil && slices.ContainsFunc(hooks, full) {
		answer, code, err := c.handOver(o, data, stderr)
		if err == nil {
			out, d.off = answer, true
			return code
		}
		left := fmt.Sprintf("some hooks on %s need the full bcrules and are left out", ev.Name)
		host.Log.Print("error", "hook", fmt.Sprintf("%s: %v", left, err))
		d.Errors = append(d.Errors, left) // what is wrong may hold the answer
		// Closed ones stay: they fail, and so refuse.
		hooks = slices.DeleteFunc(hooks, func(h *engine.Hook) bool { return full(h) && !h.Closed })
	}
	if len(hooks) == 0 {
		out = loaded.tell(out, rules, ev.Session)
		return 0
	}
	answer := c.engine(o.Trace).Run(loaded.plan, ev, host, hooks)
	d.answered(answer)
	if answer.Stderr != "" {
		fmt.Fprintln(stderr, answer.Stderr)
	}
	out = loaded.tell(answer.Stdout, rules, ev.Session)
	return answer.Exit
}

// handOver answers by the full binary, if that gives one JSON object.
func (c Command) handOver(o Options, data []byte, stderr io.Writer) ([]byte, int, error) {
	var answer bytes.Buffer
	code, err := c.HandOver(o, bytes.NewReader(data), &answer, stderr)
	if err == nil && (!json.Valid(answer.Bytes()) || answer.Bytes()[0] != '{') {
		err = fmt.Errorf("bcrules answered %.100q, want one JSON object", answer.String())
	}
	return answer.Bytes(), code, err
}

func full(h *engine.Hook) bool { return h.Full }
