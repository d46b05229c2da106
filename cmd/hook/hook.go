// Package hook is the hook command: an event on stdin; on stdout one JSON object, or nothing for no
// opinion, or, for some events, text for the model. Both binaries run it; they differ in what they
// have (Command).
//
//	stdin ─ read.go ─► event ─ layers ─► rule set ─ plan.go ─► plan ─ run.go ─► answer ─ say.go ─► stdout, journal
//	                                                                                              └ behind.go ─► a copy of this process, for background rules
//
// An event of another agent than the native one is translated to the vocabulary of rules on the way
// in, and the answer to that agent's on the way out: agents.go.
//
// A turn has what is known of the event so far, and each step adds to it. So clock.go can end it at
// any time, with what is known by then.
//
// Whatever goes wrong, stdout gets one valid object, nothing, or the text that rules may put in its
// place according to the event table. The exit code is one that the agent takes for no opinion,
// unless a rule or a closed hook said otherwise: a panic in the runtime would exit with 2 and block
// every tool call of the session. Closed hooks refuse what they can't decide even if they were never
// asked: by what was last known of them, or by a command line for closed hooks (closed.go).
//
// An event without a rule should cost hardly more than a process that does nothing: nothing is
// opened, started or prepared before it is known to be needed. Package early and a test of counts
// (cmd/bchook) say what that amounts to.
package hook

import (
	"cmp"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
)

// A Command is the hook command of a binary.
type Command struct {
	Facts func() engine.Table[engine.Fact]
	// Compile makes the stored plan of a rule set anew, if possible within the given time. It
	// returns the first fault of faulty rules, an error if it couldn't look at them or keep the
	// plan, and the plan if it is in this process.
	Compile func(set layers.Set, within time.Duration) (plan *plan.Plan, fault string, err error)
	// Untrusted says that nobody trusts the rules as they were read. It also applies to an older
	// plan of theirs that answers instead.
	Untrusted bool
	// HandOver answers by the full binary instead, for a hook that needs more than this one has. It
	// fails if that ends without an answer. It is nil in the full binary.
	HandOver func(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int, err error)
	// Stores returns what asks stores for a host, which closes it. It is nil if nothing can.
	Stores func(h *host.Host) store.Keeper
	// Exit ends the process when the time is up. If it is nil, an event takes as long as it takes.
	Exit func(code int)
}

// Options are the options of the hook command: which rules, and which hook of them.
type Options struct {
	Rules []string // layers; none means to look for them
	Only  string   // name of the only hook that answers, "" for all
	// Agent is the sender, and Event its name for the event; "" for what the input itself says.
	Agent, Event string
	// Closed says that the command line is for closed hooks.
	Closed bool
	// Own is the folder of the user's own rules, "" for the account's, or the one that the
	// environment names. A project's settings may set the environment; so the command line says
	// which folder it is, and closed hooks refuse if it has no rules.
	Own string
	// Managed makes the organisation's rules answer alone.
	Managed bool
	// Within limits the time for the answer, 0 for the rules' limit.
	Within time.Duration
	// Behind runs an errand on stdin, which an answer left.
	Behind bool
	// Inner says that the other binary passes on the answer: it is told by Answered that there is one.
	Inner bool
	// Trace records how the answer comes about and makes this a dry run: nothing is changed, no
	// program is started, and the log goes to stderr only. It is nil in a hook.
	Trace *engine.Trace
	// Programs is what a dry run does about programs.
	Programs Programs
}

// Programs says what a dry run does when rules run a program: start it anyway, or suppose that it
// succeeded and printed something.
type Programs struct {
	Start  bool
	Prints string
}

// ExitUsage is the exit code for a wrong command line: the agent shows it to the user and goes on,
// while 2 would block every tool call.
const ExitUsage = 1

// Inner is the flag of a hook command whose answer the other binary passes on.
const Inner = "--inner"

// Answered is what that command writes to stderr last. A process without it ended before it had an
// answer, whatever its exit code: that may be the runtime's, the loader's, the shell's or a signal's.
const Answered = "\x00answered\n"

// A turn answers one event, and has what is known about it so far. It ends once: with an answer, or
// when the time is up with what is known then, as an agent that waited too long goes on as if
// nothing had been said.
type turn struct {
	Command
	Options
	stdout, stderr io.Writer
	began          time.Time

	// One goroutine writes the following fields, under the lock (know), and may read them without
	// it: the clock reads them whenever the time is up.
	mu    sync.Mutex
	over  bool          // an answer is being given
	limit time.Duration // for the answer, 0 for no limit
	spent time.Duration // time since began that doesn't count
	timer *time.Timer   // nil while nothing can take long
	input []byte        // stdin
	event *plan.Event   // what is known of the event, nil before it is read
	fault error         // why the input isn't an event
	call  *agent.Call   // the event as another agent than the native one sent it; nil if none did
	// unsigned says that only the command line names the sender, and nothing in the event.
	unsigned bool
	final    bool       // the answer is in that agent's vocabulary
	rules    string     // key of the rule set, "" before it is found
	plan     *plan.Plan // the part that the event needs, nil if there is none
	// faulty: the rules have faults. nowhere: their plan can't be kept. unsure: the rules may be
	// elsewhere.
	faulty, nowhere, unsure bool

	amiss error        // what is wrong with Only
	hooks []*plan.Hook // that the event is for
	more  []engine.Ask // sent with the event
	// text returns a file's text, as Text of the host does; nil before there is one.
	text func(path string, most int64) (string, error)
	// stored is the stored plan, open while hooks may have to read more of it; nil if it isn't in a
	// store.
	stored *cache.Plan
	in     *host.Project // nil before the event is read
	above  above         // the organisation's rules
	news   []string      // what to tell the user of the rules, once a session
	log    *host.Log     // nil before the rules say where it is
	run    *engine.Round // nil before hooks are asked
	entry  journal.Entry // for the decisions log
	quiet  bool          // the entry isn't logged, or the answering binary does it
}

// Run answers the event on stdin and returns the exit code.
func (c Command) Run(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	files.OwnMask()
	ownZone()
	if o.Behind {
		return c.behind(o, stdin, stderr)
	}
	if o.Inner {
		answered := func() { io.WriteString(stderr, Answered) }
		if exit := c.Exit; exit != nil {
			c.Exit = func(code int) { answered(); exit(code) }
		}
		defer answered()
	}
	t := &turn{Command: c, Options: o, stdout: stdout, stderr: stderr, began: time.Now(), quiet: o.Trace != nil}
	if c.Exit != nil && o.Trace == nil {
		t.limit = cmp.Or(o.Within, usual())
	}
	defer func() {
		if v := recover(); v != nil {
			t.wrong("a panic")
			code = t.end(t.refuse(fmt.Errorf("panic: %v", v), engine.Notice{}))
			t.print("error", fmt.Sprintf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	return t.end(t.answer(stdin))
}

// answer reads the event and answers it.
func (t *turn) answer(stdin io.Reader) engine.Answer {
	t.read(stdin)
	h := host.NewOwn(t.event, t.Own)
	defer h.Close()
	defer t.close()
	defer t.above.close()
	h.Once, h.Down, h.Up, h.Lifted = t.first, t.down, t.up, t.isLifted()
	t.know(func() { t.in, t.text = h.Project, h.Text })
	set := t.others()
	if t.Trace != nil {
		set.Asks, set.Doubted = "", "" // the author sees what untrusted rules would do
	}
	t.know(func() { t.rules = set.Key() })
	warning, err := t.rule(set)
	h.Blank = t.Untrusted || t.plan != nil && t.plan.Untrusted
	if t.Stores != nil {
		h.Stores = t.Stores(h)
	}
	t.outside(set.Left, h.Dir)
	t.unasked(set.Pack)
	h.OpenLog(t.plan, t.known(), t.stderr)
	t.know(func() { t.log = h.Log })
	t.about(h.Dir, t.label(set), err)
	if t.Trace != nil {
		overlay, err := files.NewOverlay(h.Temp)
		if err != nil {
			return engine.Answer{Stderr: err.Error(), Exit: ExitUsage}
		}
		dry(h, overlay, t.Programs)
		defer func() {
			t.Trace.Changed = overlay.Changed()
			overlay.Close()
		}()
	}
	if err != nil {
		t.print("error", err.Error())
	}
	if t.fault != nil {
		t.print("error", t.fault.Error())
		t.wrong(t.fault.Error())
		return t.refuse(t.fault, engine.Notice{})
	}
	if warning != "" {
		t.print("warn", warning)
	}
	if t.amiss != nil && t.Closed {
		return t.misused(t.amiss)
	}
	return t.ask(h, err)
}

// outside reports rules that aren't in force because the agent left their project for another
// folder; "" if there are none.
func (t *turn) outside(rules, dir string) {
	if rules == "" {
		return
	}
	t.know(func() {
		t.news = append(t.news, fmt.Sprintf("bcrules: the rules in %s are not in force: the agent is in %s, outside of their project", rules, dir))
	})
}

// unasked reports a pack that the environment names, "" for none, and that isn't in force.
func (t *turn) unasked(pack string) {
	if pack == "" {
		return
	}
	t.know(func() {
		t.news = append(t.news, fmt.Sprintf("bcrules: $BCRULES_RULES names the pack %s, which is not in force: a project's settings may set that. Take it into rules: bcrules init", pack))
	})
}

// isLifted returns a function that reports whether the user has lifted a rule. It looks that up when
// called.
func (t *turn) isLifted() func(rule string) bool {
	all := sync.OnceValue(func() []cache.Lift {
		store, err := cache.Open(t.own())
		if err != nil {
			return nil
		}
		return store.Lifts(time.Now())
	})
	return func(rule string) bool {
		return slices.ContainsFunc(all(), func(l cache.Lift) bool { return l.Rule == rule })
	}
}

// know changes what is known.
func (t *turn) know(more func()) {
	t.mu.Lock()
	defer t.mu.Unlock() // even after a panic: ending the turn then locks again
	more()
}

// known returns the event, nil if the input isn't one.
func (t *turn) known() *plan.Event {
	if t.fault != nil {
		return nil
	}
	return t.event
}
