package plan

import (
	"cmp"
	"slices"
	"time"
)

// A Plan is the compiled form of a rule set: all that a hook needs, and no CUE.
// It has one stored form (codec.go), which package cache keeps.
type Plan struct {
	Log      Logging
	Logs     map[string]Logging   // by pack: where its rules log, if not there
	Timeout  time.Duration        // how long agents wait for an event, ns; 0 if the rules don't say
	Notice   string               // what the user is to know of it, once a session
	Settings map[string]*Settings // by name; as those below, of a pack as Scoped says
	Marks    map[string]*Marks    // by name
	Tables   map[string]*Table    // by name
	Stores   map[string]*Store    // by name
	Sources  []string             // rule files it was made of, absolute
	Folders  []string             // where another rule file would change it
	Takers   Takers               // hooks that take any input
	Events   map[string]*Agenda   // by event name; only events some hook is on

	// Untrusted says that some of what it was made of is none that its user trusts: whoever looks
	// at it in a dry run reaches nothing (host.Host). No such plan is kept, so it has no stored form.
	Untrusted bool
}

// Wait is how long agents are told to wait for an event where the rules don't say, and Timeout
// how long it may then take.
const (
	Wait    = 10 * time.Second
	Timeout = 8 * time.Second
)

// Takers are the hooks that take any input where they alone answer: what has no known
// name counts as their own event.
type Takers struct {
	Events map[string]string // by the hook's name
	Known  []string          // names of all events the agent has
}

// Logging says where a rule set logs, and what is kept of its decisions.
type Logging struct {
	File  string   // path from the project, "" for the user's cache folder
	Level Template // gives error, warn, info, debug or trace
	Asks  string   // what the level calls the environment

	Quiet  bool  // no decisions are kept
	Inputs bool  // with them, the events and replies whole
	Max    int64 // bytes the decisions may take, 0 for the default
	Days   int64 // that one of them may be old, 0 for no bound
}

// Settings are values that a project keeps in a JSON file of its own.
type Settings struct {
	File  string // path from the project
	Shape *Shape
}

// An Agenda is what is to be done at one event.
type Agenda struct {
	Matcher Matcher
	Stamp   string // path of the reply that repeats the event's name beside outputs of its own
	Refuse  string // output that refuses the event, "" if none can
	Again   string // field that says that it comes again, as it was refused; "" if none does
	Outputs map[string]Output
	Tools   *Tools // nil if the event is about no tool
	Hooks   []Hook // in the order they run
}

// MayBePlain reports whether a text may stand in the place of the reply.
func (a *Agenda) MayBePlain() bool {
	if a == nil {
		return false
	}
	for _, out := range a.Outputs {
		if out.Plain {
			return true
		}
	}
	return false
}

// Match returns the hooks that an event is for, in the order they run; the one
// named alone if only is not empty.
func (p *Plan) Match(ev *Event, only string) []*Hook {
	a := p.Events[ev.Name]
	if a == nil {
		return nil
	}
	subject, unknown := a.Matcher.Subject(ev)
	var hooks []*Hook
	for i := range a.Hooks {
		h := &a.Hooks[i]
		if (only == "" || h.Name == only) && a.Matcher.Holds(h, subject, unknown) {
			hooks = append(hooks, h)
		}
	}
	return hooks
}

// Waits returns how long the agent is to wait for an event that some hooks are for, which is
// as long as for the one that takes longest: one answer is for all. It is 0 where that is one of
// which nothing is said.
func (p *Plan) Waits(hooks []*Hook) time.Duration {
	if len(hooks) == 0 {
		return p.Timeout
	}
	d, unsaid := time.Duration(0), false
	for _, h := range hooks {
		w := cmp.Or(h.Timeout, p.Timeout)
		d, unsaid = max(d, w), unsaid || w == 0
	}
	if unsaid && d <= Wait {
		return 0
	}
	return d
}

// Within returns how long an event may take that some hooks are for, 0 for as long as the
// host leaves it.
func (p *Plan) Within(hooks []*Hook) time.Duration {
	d := p.Waits(hooks)
	return d - min(d/4, Wait-Timeout)
}

// Asks reports whether some hook is on an event.
func (p *Plan) Asks(event string) bool {
	a := p.Events[event]
	return a != nil && len(a.Hooks) > 0
}

// Names returns the names of all hooks.
func (p *Plan) Names() []string {
	var names []string
	for _, a := range p.Events {
		for _, h := range a.Hooks {
			names = append(names, h.Name)
		}
	}
	return names
}

// Of returns the event that input counts as for the hook of a name; of what has the
// name called, "" for none. It returns "" if it counts as itself.
func (t Takers) Of(hook, called string) string {
	if called != "" && slices.Contains(t.Known, called) {
		return ""
	}
	return t.Events[hook]
}

// SettingsShape is the shape of what settings() returns to the rules of a plan of one scope.
func (p *Plan) SettingsShape() *Shape {
	s := &Shape{Kind: "object", Fields: map[string]*Shape{}}
	for name, set := range p.Settings {
		s.Fields[name] = set.Shape
	}
	return s
}
