package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// ask answers by the hooks that the event is for. why is what is wrong with the plan.
func (t *turn) ask(h *host.Host, why error) engine.Answer {
	notice := engine.Notice{Field: "systemMessage", Output: "message", Text: t.tell}
	if t.unkept() {
		answer, err := t.handOver()
		if err == nil {
			return answer
		}
		if t.nowhere {
			why = fmt.Errorf("no plan: %w", err)
		}
	}
	if t.plan == nil && !t.overAlone(why) {
		return t.planless(why, notice)
	}
	hooks := t.all()
	t.allot(t.plan.Within(hooks))
	h.Until = t.until()
	if t.HandOver != nil && slices.ContainsFunc(hooks, full) {
		answer, err := t.handOver()
		if err == nil {
			return answer
		}
		left := fmt.Sprintf("some hooks on %s need the full bcrules and are left out", t.event.Name)
		t.print("error", fmt.Sprintf("%s: %v", left, err))
		t.wrong(left)
		// Closed ones stay: they fail, and so refuse.
		t.know(func() {
			left := func(h *plan.Hook) bool { return full(h) && !h.Closed }
			t.hooks = slices.DeleteFunc(t.hooks, left)
			for i := range t.more {
				t.more[i].Hooks = slices.DeleteFunc(t.more[i].Hooks, left)
			}
		})
	}
	if len(t.all()) == 0 && len(t.news) == 0 {
		return engine.Answer{}
	}
	t.watch()
	asks := append([]engine.Ask{{Plan: t.plan, Event: t.event, Hooks: t.hooks}}, t.more...)
	run := t.asked(notice).Start(asks, h)
	t.know(func() { t.run = run })
	a := run.Answer()
	if t.Trace != nil {
		run.Resume(a.Jobs)
	}
	return a
}

// unkept reports whether the other binary is to make the plan for itself, because none can be kept
// for this one to read. If that was found out late, it would be no faster than what was tried
// before.
func (t *turn) unkept() bool {
	early := t.limit == 0 || time.Since(t.began) < t.limit/2
	return t.HandOver != nil && early && (t.nowhere || t.plan == nil && !t.faulty && len(t.news) == 0)
}

// planless is refuse without a plan. If nothing refuses, it tells the user: the agent shows nothing
// else of this.
func (t *turn) planless(why error, notice engine.Notice) engine.Answer {
	p, ev, hooks, why := t.deputies(why)
	if len(hooks) == 0 && len(t.news) == 0 {
		t.know(func() {
			t.news = append(t.news, fmt.Sprintf("bcrules: %s: %v (bcrules doctor says what to do)", t.nothing(), why))
		})
	}
	return (&engine.Engine{Notice: notice}).Refuse(p, ev, hooks, why)
}

// all returns the hooks to ask, for all that was sent with the event.
func (t *turn) all() []*plan.Hook {
	if len(t.more) == 0 {
		return t.hooks
	}
	all := slices.Clone(t.hooks)
	for _, ask := range t.more {
		all = append(all, ask.Hooks...)
	}
	return all
}

// asked returns an engine that knows which outputs the event's sender reads.
func (t *turn) asked(notice engine.Notice) *engine.Engine {
	e := t.engine(t.Trace)
	if e.Notice = notice; t.call != nil {
		e.Takes, e.TakenAs = t.call.Takes, t.call.TakenAs
	}
	return e
}

// engine returns an engine with all that this binary has.
func (c Command) engine(t *engine.Trace) *engine.Engine {
	return &engine.Engine{Facts: c.Facts(), Actions: actions.All(), Trace: t}
}

// tell returns the news about the rules, and the texts that hooks found, which the session hasn't
// been told yet, and records them as told. At an event that shows no message it returns nothing.
func (t *turn) tell(found []string) string {
	if t.call == nil && mute(t.event.Name) || t.call != nil && !t.call.Takes("message") {
		return ""
	}
	store, _ := cache.Open(t.own())
	news := slices.DeleteFunc(slices.Concat(t.news, t.unlogged(store), found), func(text string) bool {
		return t.Trace == nil && store.Told(t.rules, t.sitting(), text)
	})
	if t.stored != nil && t.Trace == nil {
		news = append(news, shed(store.Shed(t.stored))...)
	}
	return strings.Join(news, "\n")
}

// shed says what rules of closed hooks don't do any more, because the rules changed: the user need
// not be who changed them.
func shed(less []string) []string {
	const most = 5
	if len(less) == 0 {
		return nil
	}
	more := ""
	if n := len(less) - most; n > 0 {
		less, more = less[:most], fmt.Sprintf(" and %d more", n)
	}
	return []string{fmt.Sprintf("bcrules: the rules changed, and these don't do what they did: %s%s (bcrules list shows what holds)", strings.Join(less, ", "), more)}
}

// unlogged returns a text if the decisions log can't be written. If plans can't be kept either, it
// returns none: nothing could record that the text was shown, so it would be shown at every event.
func (t *turn) unlogged(plans cache.Store) []string {
	log, err := journal.Open(t.own())
	if err != nil || t.quiet || t.logging().Quiet {
		return nil
	}
	if err = log.Check(); err == nil {
		return nil
	}
	text := fmt.Sprintf("bcrules: nothing is logged: %v (bcrules doctor says what to do)", err)
	if plans.Since(t.rules, t.sitting(), text) == 0 && plans.Writes() != nil {
		return nil
	}
	return []string{text}
}

// clientPID is the variable in which the native agent tells hooks its process; older versions don't
// set it.
const clientPID = "CLAUDE_PID"

// sitting identifies a session in one process of the agent. Somebody who resumes a session may have
// read a notice long ago, or be another person, and gets it again.
func (t *turn) sitting() string {
	if pid := os.Getenv(clientPID); pid != "" {
		return t.event.Session + " " + pid
	}
	return t.event.Session
}

// first reports whether the session hasn't been told a text yet, and records it as told.
func (t *turn) first(text string) bool {
	plans, _ := cache.Open(t.own())
	return t.Trace != nil || t.event == nil || !plans.Told(t.rules, t.sitting(), text)
}

// outage is the text that is recorded as told while a store can't be asked.
func outage(store string) string { return "store " + store + " is down" }

// down reports whether the session hasn't been told a text yet in this outage of a store, and
// records it as told. The start of an outage distinguishes it from others.
func (t *turn) down(store, text string) bool {
	plans, _ := cache.Open(t.own())
	if t.Trace != nil || t.event == nil {
		return true
	}
	plans.Told(t.rules, t.sitting(), outage(store))
	return t.first(fmt.Sprint(text, plans.Since(t.rules, t.sitting(), outage(store))))
}

// up records that a store could be asked.
func (t *turn) up(store string) {
	if plans, err := cache.Open(t.own()); err == nil && t.Trace == nil && t.event != nil {
		plans.Untold(t.rules, t.sitting(), outage(store))
	}
}

// handOver answers by the full binary, if that returns a JSON object or nothing, or a text where one
// is allowed. That gets the time left, except what this process needs to pass on the answer.
func (t *turn) handOver() (engine.Answer, error) {
	t.watch()
	o := t.Options
	if left := t.left(); left > 0 {
		o.Within = left - min(left/4, passOn)
	}
	var out bytes.Buffer
	code, err := t.HandOver(o, bytes.NewReader(t.input), &out, t.stderr)
	plain := false
	if t.plan != nil && t.plan.Events[t.event.Name].MayBePlain() {
		plain = out.Len() > 0 && out.Bytes()[0] != '{'
	}
	if err == nil && !plain && t.call == nil && out.Len() > 0 && (!json.Valid(out.Bytes()) || out.Bytes()[0] != '{') {
		err = fmt.Errorf("bcrules answered %d bytes, want one JSON object or none", out.Len())
	}
	if err == nil {
		t.know(func() { t.quiet, t.final = true, true }) // the other one logged and translated it
	}
	return engine.Answer{Stdout: out.Bytes(), Plain: plain, Exit: code}, err
}

// passOn is more time than it takes to start the full binary and pass on its answer.
const passOn = 500 * time.Millisecond

func full(h *plan.Hook) bool { return h.Full }
