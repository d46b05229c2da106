package hook

import (
	"fmt"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// The clock is a timer of the runtime. Setting it costs a thread and the poller, so it is set only
// before something that can take long: waiting for stdin, compiling, handing over, and asking hooks.
// It ticks at intervals to check the memory, too: a rule may make any amount out of an event. When
// it ends the turn, that may be stuck anywhere; so it waits only for locks that are held for a few
// lines, and ends the process. Looking for the rules and reading their plan are not covered: if the
// project or a rule folder is on a file system that hangs, the event waits as long as the agent
// does.

// watch sets the clock, unless it is set or the turn has no limit.
func (t *turn) watch() {
	if t.timer == nil && t.limit != 0 {
		t.know(func() { t.timer = time.AfterFunc(min(t.left(), pulse), t.tick) })
	}
}

// pulse is the interval between ticks.
const pulse = 100 * time.Millisecond

// tick ends the turn if its time is up, or it uses too much memory.
func (t *turn) tick() {
	t.mu.Lock()
	left, much := t.left(), tooMuch()
	if left > 0 && much == nil {
		t.timer.Reset(min(left, pulse))
		t.mu.Unlock()
		return
	}
	t.mu.Unlock()
	if much == nil {
		much = fmt.Errorf("found no end within %s, want one (timeout)", t.limit)
	}
	t.expire(much)
}

// allot sets the rules' limit, 0 for none, unless the command line has one. The time up to now
// counts if their limit is longer than the usual one. A shorter one is for the hooks alone, as
// compiling the rules first may have taken longer.
func (t *turn) allot(d time.Duration) {
	if t.limit == 0 || t.Within != 0 || d == 0 {
		return
	}
	t.know(func() { t.spent, t.limit = max(min(t.limit-d, time.Since(t.began)), 0), d })
	if t.timer != nil {
		t.timer.Reset(min(t.left(), pulse))
	}
}

// Usual is the time limit for an event if nothing else sets one, a duration; "" means plan.Timeout.
// Tests are linked with another: dozens of them share two cores, and a busy machine must not look
// like rules that never compile.
var Usual string

func usual() time.Duration {
	d, err := time.ParseDuration(Usual)
	if err != nil {
		return plan.Timeout
	}
	return d
}

// until returns when the turn must end, zero if there is no limit.
func (t *turn) until() time.Time {
	if t.limit == 0 {
		return time.Time{}
	}
	return t.began.Add(t.spent + t.limit)
}

// left returns the time left, the usual limit if there is none.
func (t *turn) left() time.Duration {
	if t.limit == 0 {
		return usual()
	}
	return max(t.spent+t.limit-time.Since(t.began), 0)
}

// notice tells the user that the time was up before there was a plan to answer by. It doesn't check
// whether the session was told before: whatever the turn is stuck in may block that, too.
func (t *turn) notice(err error) engine.Notice {
	if t.plan != nil || t.rules == "" || len(t.news) > 0 || t.call == nil && t.event != nil && mute(t.event.Name) {
		return engine.Notice{}
	}
	text := fmt.Sprintf("bcrules: no rule was in force: %v before there was a plan of them (bcrules doctor says what to do)", err)
	return engine.Notice{Field: "systemMessage", Output: "message", Text: func([]string) string { return text }}
}

// lastWords limits how long logging may take when the time is up: the turn may be stuck in it.
const lastWords = 100 * time.Millisecond

// expire ends the turn, and the process, for the given reason. It keeps the lock, so that what is
// known no longer changes.
func (t *turn) expire(err error) {
	t.mu.Lock()
	if t.over {
		t.mu.Unlock()
		return
	}
	t.over = true
	a, left := engine.Answer{}, []string(nil)
	func() {
		defer func() { recover() }() // a panic here would block the event
		if t.run != nil {
			a, left = t.run.Cut(err)
		} else {
			a = t.refuse(err, t.notice(err))
		}
		a = t.worded(a)
	}()
	a.Exit = t.write(a)
	time.AfterFunc(lastWords, func() { t.Exit(a.Exit) })
	t.print("error", fmt.Sprintf("%v; not ended: %q", err, left))
	t.entry.Errors = append(slices.Clip(t.entry.Errors), err.Error())
	t.keep(a)
	t.leave(a.Jobs)
	t.Exit(a.Exit)
}
