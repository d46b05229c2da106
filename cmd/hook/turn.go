package hook

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A turn is the answering of one event. It ends once: with an answer, or when the
// time is up with what there is by then, as an agent that has waited too long goes
// on as if nothing had been said.
//
// The clock is a timer of the runtime, which costs nothing until it goes off. What
// it finds then may be stuck anywhere, so it takes no lock that is held for longer
// than a few lines, and ends the process.
type turn struct {
	command        Command
	options        Options
	stdout, stderr io.Writer

	began time.Time
	clock *time.Timer // nil if the turn takes as long as it takes

	mu    sync.Mutex
	ended bool
	known known
}

// What is known of a turn by now.
type known struct {
	rules string        // key of the rule set
	event *plan.Event   // nil until it is read
	guess string        // name of the event if it can't be read
	plan  *plan.Plan    // as much as the event needs, nil if there is none
	run   *engine.Run   // nil until hooks are asked
	log   *host.Log     // nil until the rules have said where it is
	limit time.Duration // in which it is to end

	decision decision
}

// start sets the clock.
func (t *turn) start() {
	if t.command.Exit == nil || t.options.Trace != nil {
		return
	}
	t.began, t.known.limit = time.Now(), cmp.Or(t.options.Within, plan.Timeout)
	t.clock = time.AfterFunc(t.known.limit, t.expire)
}

// limit sets the clock to what the rules say, 0 for nothing, unless the command
// line says something.
func (t *turn) limit(d time.Duration) {
	if t.clock == nil || t.options.Within != 0 || d == 0 {
		return
	}
	t.know(func(k *known) { k.limit = d })
	t.clock.Reset(t.left())
}

// until is when the turn is to end, zero if there is no clock.
func (t *turn) until() time.Time {
	if t.clock == nil {
		return time.Time{}
	}
	return t.began.Add(t.known.limit)
}

// left is how much time there is, the usual if there is no clock.
func (t *turn) left() time.Duration {
	if t.clock == nil {
		return plan.Timeout
	}
	return max(t.known.limit-time.Since(t.began), 0)
}

func (t *turn) know(more func(*known)) {
	t.mu.Lock()
	defer t.mu.Unlock() // also where it panics: what then ends the turn asks again
	more(&t.known)
}

// over reports whether the turn was still to be ended, and ends it.
func (t *turn) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.ended
	t.ended = true
	return !was
}

// end writes the answer and returns the exit code.
func (t *turn) end(a engine.Answer) int {
	if !t.over() {
		select {} // the process is about to end
	}
	t.write(a)
	t.known.decision.keep(a)
	return a.Exit
}

// lastWords is how long the log may take when the time is up: what the turn is
// stuck in may have it.
const lastWords = 100 * time.Millisecond

// expire ends the turn, and the process.
func (t *turn) expire() {
	if !t.over() {
		return
	}
	t.mu.Lock()
	k := t.known
	t.mu.Unlock()
	err := fmt.Errorf("found no end within %s, want one (timeout)", k.limit)
	a, left := engine.Answer{Stdout: []byte(NoOpinion)}, []string(nil)
	func() {
		defer func() { recover() }() // out of here it would block whatever it is about
		if k.run != nil {
			a, left = k.run.Cut(err)
			return
		}
		a = t.refusal(k, err)
	}()
	t.write(a)
	time.AfterFunc(lastWords, func() { t.command.Exit(a.Exit) })
	log(k.log, t.stderr).Print("error", "hook", fmt.Sprintf("%v; not ended: %q", err, left))
	k.decision.wrong(err.Error())
	k.decision.keep(a)
	t.command.Exit(a.Exit)
}

// atOnce is how much a pipe takes whole or not at all (PIPE_BUF), bytes.
const atOnce = 4096

// room is what an empty pipe takes without waiting for its reader, bytes.
const room = 64 << 10

// grace is how long a signal that came just before it was ignored may take to end
// the process: another thread is at it, and nobody can ask which.
const grace = 5 * time.Millisecond

// write says the answer by one call to the system. What may need several is not
// to be ended by a signal in between: half an answer is no answer, and might be
// taken for one.
func (t *turn) write(a engine.Answer) {
	if len(a.Stdout) > atOnce {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	}
	if len(a.Stdout) > room {
		time.Sleep(grace)
	}
	if a.Stderr != "" {
		fmt.Fprintln(t.stderr, a.Stderr)
	}
	t.stdout.Write(a.Stdout)
}

// unasked answers an event that the rules were not asked about.
func (t *turn) unasked(err error) engine.Answer { return t.refusal(t.known, err) }

// refusal is the answer for hooks that can't be asked: those that are closed and
// that the event may be for refuse it, others have no opinion.
func (t *turn) refusal(k known, err error) engine.Answer {
	p := k.plan
	if p == nil || k.event == nil {
		if k.rules == "" { // the event has not come; the agent runs its hooks where it is
			here, _ := os.Getwd()
			k.rules = layers.Find(t.options.Rules, here, os.Getenv).Key()
		}
		if store, err := cache.Open(); err == nil {
			p = store.Guard(k.rules)
		}
	}
	switch {
	case p == nil:
		return engine.Answer{Stdout: []byte(NoOpinion)}
	case k.event == nil:
		return engine.Refuse(p, &plan.Event{Name: k.guess}, p.May(k.guess, t.options.Only), err)
	}
	return engine.Refuse(p, k.event, p.Match(k.event, t.options.Only), err)
}

// print adds an entry to the log.
func (t *turn) print(level, text string) { log(t.known.log, t.stderr).Print(level, "hook", text) }

// log returns a log, the user's own where the rules' is not known.
func log(l *host.Log, stderr io.Writer) *host.Log {
	if l != nil {
		return l
	}
	h := host.New(nil)
	h.OpenLog(nil, nil, stderr)
	return h.Log
}
