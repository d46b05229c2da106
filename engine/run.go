package engine

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
)

// An Engine answers events with the facts and actions of its tables.
type Engine struct {
	Facts   Table[Fact]
	Actions Table[Action]

	// Takes reports whether the event's sender reads an output, written as by Part.String. It is
	// nil if every output is read.
	Takes func(output string) bool
	// TakenAs returns what the event's sender makes of an output: another one, such as a refusal
	// where it can't ask a person, or "" if it doesn't read the output. It is nil if every output
	// is taken as it is.
	TakenAs func(output string) string

	Trace  *Trace // records how answers came about; may be nil
	Notice Notice
}

// Run answers ev with the hooks that Plan.Match returned. It always answers; faults go to the
// host's log.
func (e *Engine) Run(p *plan.Plan, ev *plan.Event, h *host.Host, hooks []*plan.Hook) Answer {
	return e.Begin(p, ev, h, hooks).Answer()
}

// Begin is Run in two steps, for callers that may have to cut the second short.
func (e *Engine) Begin(p *plan.Plan, ev *plan.Event, h *host.Host, hooks []*plan.Hook) *Run {
	a := p.Events[ev.Name]
	if a == nil {
		a, hooks = &plan.Agenda{}, nil
	}
	hooks, yielding := inTurn(hooks)
	r := &Run{verdict: verdict{reply: NewReply(a, ev)}, engine: e, plan: p, host: h, event: ev, hooks: hooks, yielding: yielding,
		scopes: map[string]*scope{}, asked: map[string]askable{}}
	r.reach()
	r.reply.notice, r.would = e.Notice, NewReply(a, ev)
	r.call = &Call{Event: ev, Host: h, Reply: r.reply, tools: a.Tools, hide: r.hide}
	return r
}

// inTurn returns the hooks with those that yield last, and the index of the first of these.
func inTurn(hooks []*plan.Hook) (turns []*plan.Hook, yielding int) {
	if !slices.ContainsFunc(hooks, yields) {
		return hooks, len(hooks)
	}
	turns = slices.DeleteFunc(slices.Clone(hooks), yields)
	return append(turns, slices.DeleteFunc(slices.Clone(hooks), func(h *plan.Hook) bool { return !h.Yields })...), len(turns)
}

func yields(h *plan.Hook) bool { return h.Yields }

// reach lets the host reach what the hooks name. Another run on the same host may have had its own.
func (r *Run) reach() {
	r.host.Reach = nil
	for _, hook := range r.hooks {
		r.host.Reach = append(r.host.Reach, hook.Reach...)
	}
}

// A Ran is a hook that ran, and which of its rules held.
type Ran struct {
	Hook  string   `json:"hook"`
	Rules []int    `json:"rules,omitempty"` // numbers, from 1, of the rules that held
	IDs   []string `json:"ids,omitempty"`   // their names, "" for none; trailing ones may be missing
	// Decided has the numbers of the rules that voted for a choice in the answer (decided.go).
	Decided []int `json:"decided,omitempty"`

	Took time.Duration `json:"-"` // excluding facts that an earlier hook asked
}

// held records once that a rule held.
func (r *Ran) held(n int, id string) {
	if slices.Contains(r.Rules, n) {
		return
	}
	if id != "" {
		r.IDs = append(append(r.IDs, make([]string, len(r.Rules)-len(r.IDs))...), id)
	}
	r.Rules = append(r.Rules, n)
}

// ID returns the name of the rule at index i of Rules, "" if it has none.
func (r *Ran) ID(i int) string {
	if i < len(r.IDs) {
		return r.IDs[i]
	}
	return ""
}

// A Run answers one event.
type Run struct {
	verdict
	engine   *Engine
	plan     *plan.Plan
	host     *host.Host
	event    *plan.Event
	hooks    []*plan.Hook
	yielding int                // index of the first hook that yields
	call     *Call              // of the current hook
	asked    map[string]askable // facts of all hooks so far, which share the answers
	scopes   map[string]*scope  // by pack
	would    *Reply             // what observing hooks said
	privates privateAnswers
	last     readEvent
	ran      []Ran
	faults   []error
	jobs     []Job
	lifted   []string // lifted rules that said something

	rechecked *plan.Event // the event as hooks were last asked about it again (recheck), nil for never
	checked   int         // how many ops of the reply all hooks that recheck have seen
	rested    bool        // the hooks that yield have ended, or were left out
	taken     bool        // the run of the event that this one was made from says what this run says

	mu   sync.Mutex
	kept kept
}

// A kept verdict is what counts if the run is cut short.
type kept struct {
	ops    []op
	would  []op // of observing hooks
	why    string
	over   int   // how many hooks have ended, or were left out because the event is refused
	ran    []Ran // those that have ended
	faults []error
	jobs   []Job
	lifted []string
	again  []*plan.Hook // hooks that are asked again (recheck)

	checked int // how many ops all hooks that recheck have seen
}

// Answer runs the hooks.
func (r *Run) Answer() Answer {
	r.decide()
	return r.end(r.refused())
}

// decide runs the hooks that may refuse the event: all that don't yield.
func (r *Run) decide() {
	r.ask(0, r.yielding)
	r.recheck(false)
	r.keep(r.yielding, len(r.ran))
}

// refused reports whether the hooks asked so far refuse the event.
func (r *Run) refused() bool {
	name := r.reply.agenda.Refuse
	values, chosen := r.reply.agenda.Outputs[name].Values, r.reply.chosen()[name]
	if r.why != "" || len(values) == 0 || chosen == "" {
		return r.why != ""
	}
	said := name + "=" + chosen
	if r.engine.TakenAs != nil {
		said = r.engine.TakenAs(said)
	}
	return said == name+"="+values[0]
}

// takes adds what is said by the run of an event that was made from this one (see said).
func (r *Run) takes(made *Run) {
	r.reply.ops = append(r.reply.ops, made.said(made.reply.ops)...)
	r.why = lined(r.why, made.why)
	r.keep(r.yielding, len(r.ran))
	made.taken = true
}

// said returns the ops of an event's reply that also hold for the event that it was made from. A
// change would apply to another call, and a permission would allow something else.
func (r *Run) said(ops []op) (all []op) {
	values := r.reply.agenda.Outputs[r.reply.agenda.Refuse].Values
	for _, o := range ops {
		permits := o.output == r.reply.agenda.Refuse && len(values) > 0 && o.value == values[len(values)-1]
		if !permits && !r.reply.changes(o) {
			all = append(all, o)
		}
	}
	return all
}

// lined returns reasons, one a line.
func lined(a, b string) string { return strings.Trim(a+"\n"+b, "\n") }

// ask runs the hooks from one index to another.
func (r *Run) ask(from, to int) {
	for i, h := range r.hooks[from:to] {
		if h.Later {
			r.ran = append(r.ran, Ran{Hook: h.Name})
		} else {
			r.hook(h)
		}
		r.keep(from+i+1, len(r.ran))
	}
}

// end runs the hooks that yield, unless the call is refused, and returns the answer.
func (r *Run) end(refused bool) Answer {
	r.rest(refused)
	a := r.answer()
	a.Ran, a.Faults, a.Jobs, a.Lifted = r.reply.decided(r.ran), r.faults, r.jobs, r.lifted
	a.observed(r.would)
	r.engine.Trace.answered(a, r.reply, r.would)
	return a
}

// rest runs the hooks that yield, once, unless the call is refused.
func (r *Run) rest(refused bool) {
	if r.rested {
		return
	}
	if refused {
		for _, h := range r.hooks[r.yielding:] {
			r.engine.Trace.yielded(h)
		}
	} else if r.yielding < len(r.hooks) || r.checked < len(r.reply.ops) {
		r.reach()
		r.ask(r.yielding, len(r.hooks))
		r.recheck(true)
	}
	r.checked, r.rested = len(r.reply.ops), true
	r.keep(len(r.hooks), len(r.ran))
}

// keep records the reply so far. The first over hooks have ended or were left out, and the first
// ran that ran have done what they do.
func (r *Run) keep(over, ran int) {
	r.mu.Lock()
	r.kept = kept{ops: r.reply.ops, would: r.would.ops, why: r.why, over: over, ran: r.ran[:ran], faults: r.faults, jobs: r.jobs, lifted: r.lifted, checked: r.checked}
	r.mu.Unlock()
}

// Cut returns the answer so far while Answer is still running or stuck: what whole rules have said.
// Closed hooks that have not ended refuse the event because of err. Changes to the event count only
// once all hooks that recheck have seen them. made are the runs of events that were made from this
// one; the answer includes theirs. left names all hooks that have not ended.
func (r *Run) Cut(err error, made ...*Run) (a Answer, left []string) {
	r.mu.Lock()
	k := r.kept
	r.mu.Unlock()
	v := verdict{reply: NewReply(r.reply.agenda, r.event), why: k.why}
	v.reply.ops = slices.Clip(k.ops)
	if r.mayRecheck() {
		v.reply.ops = append(slices.Clone(k.ops[:k.checked]), slices.DeleteFunc(slices.Clone(k.ops[k.checked:]), v.reply.changes)...)
	}
	for _, h := range r.hooks[k.over:] {
		left = append(left, h.Name)
	}
	closed := slices.Concat(r.hooks[k.over:], k.again)
	for _, m := range made {
		m.mu.Lock()
		own := m.kept
		m.mu.Unlock()
		if closed = append(closed, m.hooks[own.over:]...); !m.taken {
			v.reply.ops = append(slices.Clip(v.reply.ops), m.said(own.ops)...)
			v.why = lined(v.why, own.why)
		}
	}
	v.refuse(closed, err)
	a = v.answer()
	a.Ran, a.Faults, a.Jobs, a.Lifted = v.reply.decided(k.ran), slices.Clip(k.faults), slices.Clip(k.jobs), slices.Clip(k.lifted)
	would := NewReply(r.reply.agenda, r.event)
	would.ops = slices.Clip(k.would)
	a.observed(would)
	return a, left
}

// hook runs one hook. A fault or panic ends it and is logged; a closed hook then refuses the event.
func (r *Run) hook(h *plan.Hook) {
	if r.engine.Trace != nil {
		h.Load() // running it reports an error
	}
	at, jobs, trace := r.reply.mark(), len(r.jobs), r.engine.Trace.hook(h)
	began, n := time.Now(), len(r.ran)
	r.ran = append(r.ran, Ran{Hook: h.Name})
	err := func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = &plan.Error{Pos: h.Pos, Hook: h.Name, Err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
			}
		}()
		return r.bind(h, trace).rules()
	}()
	r.ran[n].Took = time.Since(began)
	if h.Observes {
		r.would.ops = append(r.would.ops, r.reply.ops[at:]...)
		r.reply.rewind(at)
	}
	if err == nil {
		return
	}
	trace.ended(err, h.Closed)
	err = r.discreet(err)
	r.failed(h, err)
	if h.Closed {
		r.reply.rewind(at)
		r.jobs = r.jobs[:jobs]
		r.refuse([]*plan.Hook{h}, err)
	}
}

// failed records a fault for the log and the answer.
func (r *Run) failed(h *plan.Hook, err error) {
	first := func(string) bool { return true }
	if fault := (*store.Fault)(nil); errors.As(err, &fault) { // the same at each event
		if first = r.host.First; fault.Down {
			first = func(text string) bool { return r.host.FirstDown(fault.Store, text) }
		}
	}
	if first(err.Error()) {
		r.host.Log.Print("error", h.Name, err.Error())
	}
	r.faults = append(r.faults, err)
}
