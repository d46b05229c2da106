package engine

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// A Plan is the compiled form of a rule set: all that a hook needs, and no CUE.
// It reads back from its JSON form equal to what was written.
type Plan struct {
	Log      Journal              `json:"log"`
	Timeout  time.Duration        `json:"timeout,omitempty"`  // in which an event is answered, ns; 0 leaves it to the host
	Notice   string               `json:"notice,omitempty"`   // what the user is to know of it, once a session
	Settings map[string]*Settings `json:"settings,omitempty"` // by name
	Marks    map[string]*Marks    `json:"marks,omitempty"`    // by name
	Tables   map[string]*Table    `json:"tables,omitempty"`   // by name
	Sources  []string             `json:"sources,omitempty"`  // rule files it was made of, absolute
	Folders  []string             `json:"folders,omitempty"`  // where another rule file would change it
	Takers   Takers               `json:"takers,omitzero"`    // hooks that take any input
	Events   map[string]*Agenda   `json:"events"`             // by event name; only events some hook is on
}

// Timeout is how long an event may take where the rules don't say: less than the 10
// seconds that agents are told to wait.
const Timeout = 8 * time.Second

// Takers are the hooks that take any input where they alone answer: what has no known
// name counts as their own event.
type Takers struct {
	Events map[string]string `json:"events,omitempty"` // by the hook's name
	Known  []string          `json:"known,omitempty"`  // names of all events the agent has
}

// A Journal says where a rule set logs, and what is kept of its decisions.
type Journal struct {
	File  string   `json:"file,omitempty"`  // path from the project, "" for the user's cache folder
	Level Template `json:"level,omitempty"` // gives error, warn, info, debug or trace

	Quiet  bool  `json:"quiet,omitempty"`  // no decisions are kept
	Inputs bool  `json:"inputs,omitempty"` // with them, the events and replies whole
	Max    int64 `json:"max,omitempty"`    // bytes the decisions may take, 0 for the default
}

// Settings are values that a project keeps in a JSON file of its own.
type Settings struct {
	File  string `json:"file"` // path from the project
	Shape *Shape `json:"shape"`
}

// An Agenda is what is to be done at one event.
type Agenda struct {
	Matcher Matcher           `json:"matcher"`
	Stamp   string            `json:"stamp,omitempty"`  // path of the reply that repeats the event's name beside outputs of its own
	Refuse  string            `json:"refuse,omitempty"` // output that refuses the event, "" if none can
	Outputs map[string]Output `json:"outputs"`
	Tools   *Tools            `json:"tools,omitempty"` // if some hook asks what a tool call does
	Hooks   []Hook            `json:"hooks,omitempty"` // in the order they run
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

// A Hook is a named list of rules for one event.
type Hook struct {
	Name     string        `json:"name"`
	Pos      Pos           `json:"pos"`
	Event    *Shape        `json:"event"` // the fields of the event that it asks for
	Match    string        `json:"match,omitempty"`
	When     *Expression   `json:"when,omitempty"`
	Early    bool          `json:"early,omitempty"` // When asks no let, and so may be asked before lets and rules are read
	Let      []Let         `json:"let,omitempty"`
	Prefetch []string      `json:"prefetch,omitempty"` // lets asked at once, side by side, before the rules
	Reach    []string      `json:"reach,omitempty"`    // paths outside of the project that it may use, from /, ~/ or TempFolder, with what lies below them
	Tables   []string      `json:"tables,omitempty"`   // that its expressions ask
	Timeout  time.Duration `json:"timeout,omitempty"`  // in which an event is answered, where the plan gives less, ns
	First    bool          `json:"first,omitempty"`    // a decision table: the first rule that holds ends the hook
	Closed   bool          `json:"closed,omitempty"`   // a fault refuses the event
	Full     bool          `json:"full,omitempty"`     // it uses what only the full binary has
	Rules    []Rule        `json:"rules"`

	// Rest reads Let, Prefetch and Rules, where a plan leaves that for later; see Whole.
	Rest func(*Hook) error `json:"-"`
}

// Whole makes sure that all of the hook has been read.
func (h *Hook) Whole() error {
	if h.Rest == nil {
		return nil
	}
	err := h.Rest(h)
	if err == nil {
		h.Rest = nil
	}
	return err
}

// A Let gives a hook's rules a name for an expression; they call it like a fact.
type Let struct {
	Name string     `json:"name"`
	Expr Expression `json:"expr"`
}

// A Rule does its steps when its condition holds.
type Rule struct {
	Pos  Pos         `json:"pos"`
	ID   string      `json:"id,omitempty"` // its name in the hook, if it has one
	Doc  string      `json:"doc,omitempty"`
	When *Expression `json:"when,omitempty"`
	Do   []Step      `json:"do,omitempty"`
}

// A Step is one action with its arguments.
type Step struct {
	Action string          `json:"action"`
	Pos    Pos             `json:"pos"`
	As     string          `json:"as,omitempty"` // name by which the rules ask for the Outcome
	Args   json.RawMessage `json:"args"`
	// Texts are the strings in Args that have expressions in them, compiled.
	Texts map[string]Template `json:"texts,omitempty"`
}

// An Expression is source text in expr's language, where it stands, and what it
// was compiled to.
type Expression struct {
	Src  string `json:"src"`
	Pos  Pos    `json:"pos"`
	Code Code   `json:"code"`
}

// Code is a compiled expression as package code stores it; base64 in JSON.
type Code []byte

// A Template is text with expressions in it, in parts.
type Template []Part

// A Part of a template is text, or code whose result stands there.
type Part struct {
	Text string `json:"text,omitempty"`
	Code Code   `json:"code,omitempty"`
}

// An Output is one thing an event's reply may say.
type Output struct {
	// Kind is text (joined), choice (the strongest value wins), flag, edit (of
	// something the event carries) or value (the last one wins).
	Kind string `json:"kind"`
	// Plain makes a text the whole reply: it stands on stdout as it is, and nothing
	// else does. Who then refuses the event does so by the exit code.
	Plain bool `json:"plain,omitempty"`
	// Path is where it stands in the reply, names joined by dots.
	Path string `json:"path,omitempty"`
	// Values of a choice, strongest first; or the only ones a value may have.
	Values []string `json:"values,omitempty"`
	// Type of a value (string, bool, object or list), or of what an edit changes
	// (object or string).
	Type string `json:"type,omitempty"`
	// Reason is the path of the reasons of a choice or flag.
	Reason string `json:"reason,omitempty"`
	// ReasonFor are the values whose reason is sent; empty means all.
	ReasonFor []string `json:"reasonFor,omitempty"`
	// From is the event's field that an edit changes, Field the member of it
	// that is meant where the action names none.
	From  string `json:"from,omitempty"`
	Field string `json:"field,omitempty"`
	// Only makes the output depend on a choice: it is left out unless that
	// output's winning value is the one given.
	Only map[string]string `json:"only,omitempty"`
	// Also are choices that go with a flag, by output.
	Also map[string]string `json:"also,omitempty"`
	// Exit is the exit code that says it instead of the reply; reasons go to stderr.
	Exit int `json:"exit,omitempty"`
}

// Match returns the hooks that an event is for, in the order they run; the one
// named alone if only is not empty.
func (p *Plan) Match(ev *Event, only string) []*Hook {
	a := p.Events[ev.Name]
	if a == nil {
		return nil
	}
	subject := a.Matcher.Subject(ev)
	var hooks []*Hook
	for i := range a.Hooks {
		h := &a.Hooks[i]
		if (only == "" || h.Name == only) && a.Matcher.Matches(h.Match, subject) {
			hooks = append(hooks, h)
		}
	}
	return hooks
}

// Within returns how long an event may take that some hooks are for, 0 for as long
// as the host leaves it.
func (p *Plan) Within(hooks []*Hook) time.Duration {
	d := p.Timeout
	for _, h := range hooks {
		if h.Timeout > cmp.Or(d, Timeout) {
			d = h.Timeout
		}
	}
	return d
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

// IsRuleFile reports whether a file of a rule folder is one of its rule files, by
// its name: tests and what editors leave behind are none.
func IsRuleFile(name string) bool {
	return strings.HasSuffix(name, ".cue") && !strings.HasSuffix(name, "_test.cue") && name[0] != '.' && name[0] != '_'
}

// SettingsShape is the shape of what settings() returns.
func (p *Plan) SettingsShape() *Shape {
	s := &Shape{Kind: "object", Fields: map[string]*Shape{}}
	for name, set := range p.Settings {
		s.Fields[name] = set.Shape
	}
	return s
}
