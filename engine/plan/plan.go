package plan

import (
	"cmp"
	"slices"
	"time"
)

// A Plan is the compiled form of a rule set: all that a hook needs, without CUE. Package cache
// keeps its stored form (codec.go).
type Plan struct {
	Log      Logging
	Logs     map[string]Logging   // by pack, for packs that log elsewhere
	Timeout  time.Duration        // how long agents wait for an event, ns; 0 if the rules don't say
	Digest   string               // of its sources, hex; independent of their location
	Notice   string               // shown to the user once a session
	Settings map[string]*Settings // by name; like the maps below, scoped by pack (Scoped)
	Marks    map[string]*Marks    // by name
	Tables   map[string]*Table    // by name
	Stores   map[string]*Store    // by name
	Sources  []string             // rule files it was made of, absolute
	Folders  []string             // folders where a new rule file would change it
	Takers   Takers               // hooks that take any input
	Events   map[string]*Agenda   // by event name; only events some hook is on

	// Untrusted says that the user doesn't trust some of its sources: a dry run of it reaches
	// nothing (host.Host). Such a plan is never stored.
	Untrusted bool

	again func(changed *Event) []*Hook // Again; never stored
}

// Wait is how long agents are told to wait for an event if the rules don't say; Timeout is how long
// answering it may then take.
const (
	Wait    = 10 * time.Second
	Timeout = 8 * time.Second
)

// Takers are hooks that accept any input. When invoked alone they take input that isn't a known
// event as their own event.
type Takers struct {
	Events map[string]string // by the hook's name
	Known  []string          // names of all the agent's events
}

// Logging says where a rule set logs, and what is kept of its decisions.
type Logging struct {
	File  string   // path from the project, "" for the user's cache folder
	Level Template // evaluates to error, warn, info, debug or trace
	Asks  string   // the level's expression for the environment

	Quiet  bool  // decisions are not kept
	Inputs bool  // they are kept with the whole events and replies
	Max    int64 // bytes that decisions may take, 0 for the default
	Days   int64 // days that decisions are kept, 0 for no limit
}

// Settings are values that a project keeps in its own JSON file.
type Settings struct {
	File  string // path from the project
	Shape *Shape
}

// An Agenda is what to do at one event.
type Agenda struct {
	Matcher Matcher
	Stamp   string // path of the reply field that repeats the event's name beside its outputs
	Refuse  string // output that refuses the event, "" for none
	Again   string // field that marks a repetition after a refusal, "" for none
	Outputs map[string]Output
	Tools   *Tools // nil if the event is not about a tool
	Hooks   []Hook // in the order they run
	Written bool   // hooks are asked about commands in a file, even if Hooks has none of them
}

// AsksWritten reports whether hooks are asked about the commands in a file that a call writes.
func (a *Agenda) AsksWritten() bool {
	return a.Written || slices.ContainsFunc(a.Hooks, func(h Hook) bool { return h.Written })
}

// MayBePlain reports whether a text may replace the reply.
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

// Match returns the hooks that an event is for, in the order they run. If only is not empty, it
// returns at most the hook of that name.
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

// Waits returns how long the agent is to wait for an event with these hooks: as long as for the
// slowest, since they share one answer. It is 0 if a hook without a timeout may be the slowest.
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

// Within returns how long answering an event with these hooks may take; 0 leaves it to the host.
func (p *Plan) Within(hooks []*Hook) time.Duration {
	d := p.Waits(hooks)
	return d - min(d/4, Wait-Timeout)
}

// Asks reports whether an event has hooks.
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

// Of returns the event that input counts as for a hook, or "" if it counts as itself. called is the
// input's event name, "" for none.
func (t Takers) Of(hook, called string) string {
	if called != "" && slices.Contains(t.Known, called) {
		return ""
	}
	return t.Events[hook]
}

// SettingsShape is the shape of settings() in a plan with a single scope.
func (p *Plan) SettingsShape() *Shape {
	s := &Shape{Kind: "object", Fields: map[string]*Shape{}}
	for name, set := range p.Settings {
		s.Fields[name] = set.Shape
	}
	return s
}
