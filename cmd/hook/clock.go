package hook

import (
	"fmt"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// The clock is a timer of the runtime. Setting it costs a thread and the poller, so it
// is set where something can take long: waiting for stdin, compiling, handing over, and
// asking hooks. It goes off every now and then, to see to the memory as well: what a rule
// makes of an event may have no bound. What it finds when it ends the turn may be stuck
// anywhere, so it waits for no lock that is held for longer than a few lines, and ends the
// process. Looking for the rules and reading their plan are not among it: where a folder of
// theirs, or the project, lies on a file system that hangs, the event waits as long as the
// agent does.

// watch sets the clock, unless it is set or the turn takes as long as it takes.
func (t *turn) watch() {
	if t.timer == nil && t.limit != 0 {
		t.know(func() { t.timer = time.AfterFunc(min(t.left(), pulse), t.tick) })
	}
}

// pulse is how often is looked at what the turn takes.
const pulse = 100 * time.Millisecond

// tick ends the turn if its time is up, or it has more memory than it may.
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

// allot sets the limit to what the rules say, 0 for nothing, unless the command line says
// something. What went by until then counts where they say more than the usual; less is for
// the hooks alone, as rules that have to be compiled first may have taken longer.
func (t *turn) allot(d time.Duration) {
	if t.limit == 0 || t.Within != 0 || d == 0 {
		return
	}
	t.know(func() { t.spent, t.limit = max(min(t.limit-d, time.Since(t.began)), 0), d })
	if t.timer != nil {
		t.timer.Reset(min(t.left(), pulse))
	}
}

// Usual is how long an event may take where nothing says it, a duration; plan.Timeout by "".
// Tests are linked with one of their own: where dozens of them share two cores, a machine that
// is busy isn't to be taken for rules that never compile.
var Usual string

func usual() time.Duration {
	d, err := time.ParseDuration(Usual)
	if err != nil {
		return plan.Timeout
	}
	return d
}

// until is when the turn is to end, zero if there is no limit.
func (t *turn) until() time.Time {
	if t.limit == 0 {
		return time.Time{}
	}
	return t.began.Add(t.spent + t.limit)
}

// left is how much time there is, the usual if there is no limit.
func (t *turn) left() time.Duration {
	if t.limit == 0 {
		return usual()
	}
	return max(t.spent+t.limit-time.Since(t.began), 0)
}

// notice tells the user that the time was up before there was a plan to answer by. Whether
// the session was told before isn't asked: what the turn is stuck in may keep that.
func (t *turn) notice(err error) engine.Notice {
	if t.plan != nil || t.rules == "" || len(t.news) > 0 || t.call == nil && t.event != nil && mute(t.event.Name) {
		return engine.Notice{}
	}
	text := fmt.Sprintf("bcrules: no rule was in force: %v before there was a plan of them (bcrules doctor says what to do)", err)
	return engine.Notice{Field: "systemMessage", Output: "message", Text: func([]string) string { return text }}
}

// lastWords is how long the log may take when the time is up: what the turn is
// stuck in may have it.
const lastWords = 100 * time.Millisecond

// expire ends the turn, and the process, for the reason given. It keeps the lock, so that
// nothing more becomes known.
func (t *turn) expire(err error) {
	t.mu.Lock()
	if t.over {
		t.mu.Unlock()
		return
	}
	t.over = true
	a, left := engine.Answer{}, []string(nil)
	func() {
		defer func() { recover() }() // out of here it would block whatever it is about
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
