// Package hook is the hook command: an event on stdin, one JSON object on stdout, or nothing
// for no opinion: some events' stdout is text for the model. Both binaries run it; they
// differ in what they have (Command).
//
//	stdin ─ read.go ─► event ─ layers ─► rule set ─ plan.go ─► plan ─ run.go ─► answer ─ say.go ─► stdout, journal
//	                                                                                              └ behind.go ─► a copy of this process, for background rules
//
// The event of another agent than rules are written for is put in their words on the way
// in, and the answer in that agent's on the way out: agents.go.
//
// What is known of the event stands in one turn, to which each step adds. So clock.go
// can end it anywhere, by what is known by then.
//
// Whatever goes wrong, stdout gets one valid object, nothing, or the text that rules put in
// its place where the event table allows it, and the exit code is one the agent
// takes for no opinion, unless a rule or a hook that is closed said otherwise: a
// panic that reached the runtime would exit with 2 and block every tool call of the
// session. Closed hooks refuse what they can't decide also where it never came to
// asking them: by what is last known of them, or by the command line that was registered
// for some (closed.go).
//
// An event that no rule is for is to cost no more than a process that does nothing, as
// nearly as can be: nothing is opened, started or made ready before it is known to be
// needed. Package early and a test of counts (cmd/bchook) say what that comes to.
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

// A Command is the hook command of one binary.
type Command struct {
	Facts func() engine.Table[engine.Fact]
	// Compile makes the stored plan of a rule set anew. It returns the first fault
	// of rules that have some, an error if it couldn't look at them or keep the
	// plan, and the plan if it has it in this process. It should not take longer
	// than within.
	Compile func(set layers.Set, within time.Duration) (plan *plan.Plan, fault string, err error)
	// Untrusted says that nobody trusts the rules as they were read for who looks at them. A plan
	// that an earlier reading left answers then, too, and is as blank as one of these.
	Untrusted bool
	// HandOver answers by the full binary instead, where a hook needs more than
	// this one has. It fails where that one ended without having answered. Nil in the full
	// binary.
	HandOver func(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int, err error)
	// Stores returns what asks stores for a host, which closes it. Nil where nothing can.
	Stores func(h *host.Host) store.Keeper
	// Exit ends the process when the time is up. Nil where it is not to end so; an
	// event then takes as long as it takes.
	Exit func(code int)
}

// Options are the hook's own: which rules, which hook of them.
type Options struct {
	Rules []string // layers, none to look for them
	Only  string   // name of the one hook that answers, "" for all
	// Agent is who sends the event, and Event what it is called there; "" for what it says
	// itself.
	Agent, Event string
	// Closed says that closed hooks are registered by this command line.
	Closed bool
	// Own is the folder of the user's own rules, "" for the one that the account has, or the
	// environment names. A project's settings may set that: so the command line says which it
	// is, and closed hooks refuse where it has none.
	Own string
	// Managed has the organisation's rules answer alone.
	Managed bool
	// Within is how long the answer may take, 0 for what the rules say.
	Within time.Duration
	// Behind has what stands on stdin done, which an answer left.
	Behind bool
	// Inner says that the other binary passes the answer on: the exit code is Answered more.
	Inner bool
	// Trace notes how the answer comes about and makes the run a dry one: nothing
	// is changed, no program started, and the log goes to stderr alone. Nil at hook
	// time.
	Trace *engine.Trace
	// Programs is what a dry run does about programs.
	Programs Programs
}

// Programs says what a dry run does where rules run a program: start it all the same,
// or else take it to have ended well and printed something.
type Programs struct {
	Start  bool
	Prints string
}

// ExitUsage is the exit code for a command line that is wrong: the agent shows
// it to the user and goes on, where 2 would block every tool call.
const ExitUsage = 1

// Inner is the flag of a hook command whose answer the other binary passes on.
const Inner = "--inner"

// Answered is what its exit code is more than that of its answer, which a process that ended
// before it had one can't have: the runtime's own is that of a refusal.
const Answered = 100

// A turn is the answering of one event, and what is known of it by now. It ends once:
// with an answer, or when the time is up with what there is by then, as an agent that
// has waited too long goes on as if nothing had been said.
type turn struct {
	Command
	Options
	stdout, stderr io.Writer
	began          time.Time

	// One goroutine adds to what follows, under the lock (know), and may read it
	// without: the clock reads it whenever the time is up.
	mu    sync.Mutex
	over  bool          // somebody answers
	limit time.Duration // in which to answer, 0 for no limit
	spent time.Duration // of the time since it began, what doesn't count
	timer *time.Timer   // nil while nothing can take long
	input []byte        // what came on stdin
	event *plan.Event   // what there is of the event, nil until it is read
	fault error         // what keeps the input from being an event
	call  *agent.Call   // as another agent sent the event than rules are written for; nil if none did
	// unsigned says that nothing in the event says that who the command line says sent it.
	unsigned bool
	final    bool       // the answer is in that agent's words
	rules    string     // key of the rule set, "" until it is found
	plan     *plan.Plan // as much as the event needs, nil if there is none
	// faulty says that the rules have faults, nowhere that no plan of theirs can be kept,
	// unsure that they may be elsewhere.
	faulty, nowhere, unsure bool

	amiss error        // what is wrong with the name of the one hook that is to answer
	hooks []*plan.Hook // that the event is for
	more  []engine.Ask // what else was sent with it
	// stored is where the plan lies, open while hooks may have more to read there; nil if
	// it is in no store.
	stored *cache.Plan
	in     *host.Project // nil until the event is read
	above  above         // the organisation's rules
	news   []string      // what the user must know of the rules, once a session
	log    *host.Log     // nil until the rules have said where it is
	run    *engine.Round // nil until hooks are asked
	entry  journal.Entry // of the decisions log
	quiet  bool          // it is not kept, or is by the binary that answered
}

// Run answers the event on stdin and returns the exit code.
func (c Command) Run(o Options, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	files.OwnMask()
	ownZone()
	if o.Behind {
		return c.behind(o, stdin, stderr)
	}
	if o.Inner {
		if exit := c.Exit; exit != nil {
			c.Exit = func(code int) { exit(code + Answered) }
		}
		defer func() { code += Answered }()
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
	t.know(func() { t.in = h.Project })
	set := t.others()
	if t.Trace != nil {
		set.Asks, set.Doubted = "", "" // its author may see what it would do
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

// outside tells of rules that aren't in force as the agent has left their project for another
// folder; "" if there are none.
func (t *turn) outside(rules, dir string) {
	if rules == "" {
		return
	}
	t.know(func() {
		t.news = append(t.news, fmt.Sprintf("bcrules: the rules in %s are not in force: the agent is in %s, outside of their project", rules, dir))
	})
}

// unasked tells of a pack that the environment names, "" for none, and that isn't in force.
func (t *turn) unasked(pack string) {
	if pack == "" {
		return
	}
	t.know(func() {
		t.news = append(t.news, fmt.Sprintf("bcrules: $BCRULES_RULES names the pack %s, which is not in force: a project's settings may set that. Take it into rules: bcrules init", pack))
	})
}

// isLifted returns what reports whether the user has lifted a rule, which is looked up once it is asked.
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

// know adds to what is known.
func (t *turn) know(more func()) {
	t.mu.Lock()
	defer t.mu.Unlock() // also where it panics: what then ends the turn asks again
	more()
}

// known returns the event, nil if the input is none.
func (t *turn) known() *plan.Event {
	if t.fault != nil {
		return nil
	}
	return t.event
}
