package hook

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/plan"
)

// Closed hooks refuse what they can't decide. Which hooks are closed is in the plan, or in
// what is kept beside it for when there is none (cache.Store.Guard). Where neither can be
// had, only the command line knows: it is registered with the flag below at events that
// closed hooks are on, and then the hook command refuses in their place. Only rules that are
// known, or surely not there, keep it from that.

// ClosedFlag is the flag of a command line that stands for closed hooks.
const ClosedFlag = "--closed"

// OwnFlag has the folder of the user's rules (Options.Own).
const OwnFlag = "--own"

// astray says that there are no rules in the folder that the command line has for the user's; ""
// if there are, or the command line says which rules answer.
func (t *turn) astray(set layers.Set) string {
	if t.Own == "" || set.Missing == "" || slices.ContainsFunc(t.Rules, func(r string) bool { return r != "" }) {
		return ""
	}
	return fmt.Sprintf("found no rules of your own in %s (%s): write them again, or let go of them by bcrules uninstall --user", t.Own, OwnFlag)
}

// SaysClosed reports whether a command line has it, whatever else is wrong there: also with a
// value, as long as that isn't a way to say no.
func SaysClosed(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, value, joined := strings.Cut(arg, "=")
		if name != ClosedFlag && name != ClosedFlag[1:] {
			return false
		}
		is, err := strconv.ParseBool(value)
		return !joined || err != nil || is
	})
}

// A refusal is how the native agent has an event refused, or that it doesn't: output is "".
type refusal struct {
	event  string
	stamp  string
	again  string
	output string
	is     plan.Output
	// mute says that what the user is told at it doesn't arrive.
	mute bool
}

// mute reports whether the native agent shows the user no message at an event.
func mute(event string) bool {
	i := slices.IndexFunc(refusals, func(r refusal) bool { return r.event == event })
	return i >= 0 && refusals[i].mute
}

// refuse answers for hooks that can't be asked: those that are closed and that the
// event may be for refuse it, others have no opinion.
func (t *turn) refuse(why error, notice engine.Notice) engine.Answer {
	p, ev, hooks, why := t.deputies(why)
	a := (&engine.Engine{Notice: notice}).Refuse(p, ev, hooks, why)
	if over := t.overRefuses(ev, why); over.Refused && !a.Refused {
		return over
	}
	return a
}

// deputies returns hooks that the event may be for, with as much of their plan as refusing it
// takes, and why they refuse. Where the plan or the event is not known, they are those of
// which the store knows; and where that knows none, a command line that was registered for
// closed ones stands for them.
func (t *turn) deputies(why error) (*plan.Plan, *plan.Event, []*plan.Hook, error) {
	ev := t.event
	if ev == nil {
		ev = &plan.Event{}
	}
	if t.plan != nil && t.known() != nil {
		return t.plan, ev, t.hooks, why
	}
	kept, sure := t.kept()
	if kept != nil && t.Only != "" { // of a hook that isn't among them they say nothing
		meant, unknown := called(t.Only, kept.Names())
		t.know(func() { t.Only = meant })
		sure = sure && unknown == nil
	}
	if t.plan == nil && !sure && t.Closed {
		p, hooks := unasked(ev)
		return p, ev, hooks, fmt.Errorf("%w; nothing else says what the rules are (bcrules doctor tells the user what to do)", why)
	}
	if kept == nil {
		return &plan.Plan{}, ev, nil, why
	}
	return kept, ev, t.may(kept, ev), why
}

// may returns the hooks of a plan that the event may be for. An event that says a name which
// no agent gives one may be any.
func (t *turn) may(p *plan.Plan, ev *plan.Event) []*plan.Hook {
	if t.known() == nil {
		return p.May(Agents().Means(ev.Name), t.Only)
	}
	hooks := p.Match(ev, t.Only)
	if t.call != nil {
		for _, also := range t.call.More {
			hooks = append(hooks, p.Match(also, t.Only)...)
		}
	}
	return hooks
}

// kept returns the closed hooks of the rules as they were last known, nil if there are
// none, and whether they are all there are: of rules that never compiled they are those that
// could be read. Before the event has come the rules are those of where this process runs,
// as the agent runs its hooks there.
func (t *turn) kept() (p *plan.Plan, sure bool) {
	if t.unsure {
		return nil, false
	}
	rules := t.rules
	if rules == "" {
		if over, strange := layers.Organisation(nil); strange != "" || len(over.Layers) > 0 {
			return nil, false // theirs may be closed, too
		}
		here, _ := os.Getwd()
		set := layers.Find(t.Rules, here, os.Getenv)
		if astray := cmp.Or(t.astray(set), set.Astray); astray != "" || len(set.Layers) == 0 {
			return nil, astray == ""
		}
		rules = set.Key()
	}
	if store, err := cache.Open(t.own()); err == nil {
		p = store.Guard(rules)
	}
	return p, p != nil && !t.faulty
}

// unasked returns a hook that stands for closed ones that are not known, and a plan with as
// much as refusing an event takes. One that can't be refused has no such hook: its answer
// would end nothing. What isn't known to be an event is refused by the exit code.
func unasked(ev *plan.Event) (*plan.Plan, []*plan.Hook) {
	p, hooks := &plan.Plan{}, []*plan.Hook{{Name: "bcrules", Closed: true}}
	i := slices.IndexFunc(refusals, func(r refusal) bool { return r.event == ev.Name })
	if i < 0 {
		return p, hooks
	}
	r := refusals[i]
	if r.output == "" {
		return p, nil
	}
	a := &plan.Agenda{Stamp: r.stamp, Refuse: r.output, Again: r.again, Outputs: map[string]plan.Output{r.output: r.is}}
	p.Events = map[string]*plan.Agenda{ev.Name: a}
	return p, hooks
}

// Misused answers where the command line is wrong, as far as it was read, and returns the
// exit code: ExitUsage, or a refusal if the command line stands for closed hooks. How it is
// said depends on the event, so that is read first.
func (c Command) Misused(o Options, wrong error, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	if !o.Closed {
		return ExitUsage
	}
	t := &turn{Command: c, Options: o, stdout: stdout, stderr: stderr, began: time.Now(), limit: plan.Timeout, quiet: true}
	t.read(stdin)
	return t.end(t.misused(wrong))
}

// misused refuses the event as the command line is wrong that was registered for closed hooks.
func (t *turn) misused(wrong error) engine.Answer {
	p, hooks := unasked(t.event)
	return (&engine.Engine{}).Refuse(p, t.event, hooks, fmt.Errorf("the command line of its registration is wrong: %w; bcrules init mends it", wrong))
}
