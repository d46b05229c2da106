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

// Closed hooks refuse what they can't decide. The plan says which hooks are closed, or, if there is
// none, what is kept beside it (cache.Store.Guard). Without either, only the command line knows: at
// events with closed hooks it has the flag below, and then the hook command refuses in their place,
// unless the rules are known, or surely don't exist.

// ClosedFlag is the flag of a command line for closed hooks.
const ClosedFlag = "--closed"

// OwnFlag names the folder of the user's rules (Options.Own).
const OwnFlag = "--own"

// astray says that the folder that the command line names for the user's rules has none; "" if it
// has some, or the command line says which rules answer.
func (t *turn) astray(set layers.Set) string {
	if t.Own == "" || set.Missing == "" || slices.ContainsFunc(t.Rules, func(r string) bool { return r != "" }) {
		return ""
	}
	return fmt.Sprintf("found no rules of your own in %s (%s): write them again, or give them up with bcrules uninstall --user", t.Own, OwnFlag)
}

// SaysClosed reports whether a command line has that flag, whatever else is wrong in it: even with a
// value, unless that means no.
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

// A refusal is how the native agent lets an event be refused; output is "" if it doesn't.
type refusal struct {
	event  string
	stamp  string
	again  string
	output string
	is     plan.Output
	// mute says that the agent shows the user no message at it.
	mute bool
}

// mute reports whether the native agent shows the user no message at an event.
func mute(event string) bool {
	i := slices.IndexFunc(refusals, func(r refusal) bool { return r.event == event })
	return i >= 0 && refusals[i].mute
}

// refuse answers for hooks that can't be asked: closed ones that the event may be for refuse it,
// others have no opinion.
func (t *turn) refuse(why error, notice engine.Notice) engine.Answer {
	p, ev, hooks, why := t.deputies(why)
	a := (&engine.Engine{Notice: notice}).Refuse(p, ev, hooks, why)
	if over := t.overRefuses(ev, why); over.Refused && !a.Refused {
		return over
	}
	return a
}

// deputies returns the hooks that the event may be for, the part of their plan that a refusal needs,
// and why they refuse. If the plan or the event is unknown, they are those in the store; if the
// store has none, a command line for closed hooks stands for them.
func (t *turn) deputies(why error) (*plan.Plan, *plan.Event, []*plan.Hook, error) {
	ev := t.event
	if ev == nil {
		ev = &plan.Event{}
	}
	if t.plan != nil && t.known() != nil {
		return t.plan, ev, t.hooks, why
	}
	kept, sure := t.kept()
	if kept != nil && t.Only != "" { // what is kept says nothing of a hook that it doesn't have
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

// may returns the hooks of a plan that the event may be for. An event with an unknown name may be
// any event.
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

// kept returns the closed hooks of the rules as last known, nil if there are none, and whether these
// are all: of rules that never compiled they are those that could be read. Before the event is read,
// the rules are those for the current folder, as the agent runs its hooks there.
func (t *turn) kept() (p *plan.Plan, sure bool) {
	if t.unsure {
		return nil, false
	}
	rules := t.rules
	if rules == "" {
		if over, fault := layers.Organisation(nil); fault != "" || len(over.Layers) > 0 {
			return nil, false // the organisation's may be closed, too
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

// unasked returns a hook that stands for unknown closed ones, and the part of a plan that refusing
// an event needs. An event that can't be refused gets no such hook, as its answer would end nothing.
// Input that isn't known to be an event is refused by the exit code.
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

// Misused answers for a wrong command line, as far as it was read, and returns the exit code:
// ExitUsage, or a refusal if the line is for closed hooks. The form of a refusal depends on the
// event, so it reads that first.
func (c Command) Misused(o Options, wrong error, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	if !o.Closed {
		return ExitUsage
	}
	t := &turn{Command: c, Options: o, stdout: stdout, stderr: stderr, began: time.Now(), limit: plan.Timeout, quiet: true}
	t.read(stdin)
	return t.end(t.misused(wrong))
}

// misused refuses the event because the command line, which is for closed hooks, is wrong.
func (t *turn) misused(wrong error) engine.Answer {
	p, hooks := unasked(t.event)
	return (&engine.Engine{}).Refuse(p, t.event, hooks, fmt.Errorf("the command line of its registration is wrong: %w; bcrules init mends it", wrong))
}
