package plan

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// A Hook is a named list of rules for one event.
type Hook struct {
	Name     string
	Pack     string // the scope of its names, "" for none
	Pos      Pos
	Event    *Shape // the event fields it uses
	Match    string
	When     *Expression
	Early    bool // When uses no let, and so can be evaluated before lets and rules are decoded
	Let      []Let
	Each     *Each         // all rules run for each item of its list
	Prefetch []string      // lets evaluated concurrently before the rules
	Reach    []string      // paths outside the project it may use, with everything below: from /, ~/ or TempFolder
	Facts    []string      // used by its expressions, tables and marks
	Tables   []string      // used by its expressions
	Stores   []string      // used by its expressions or actions
	Timeout  time.Duration // how long the agent waits for it; 0 for the plan's default
	First    bool          // a decision table: the first rule that holds ends the hook
	Closed   bool          // a fault refuses the event
	Observes bool          // its outputs are only recorded
	Yields   bool          // asked after the hooks that don't yield, unless these refuse the event
	Written  bool          // also asked about the commands in a file that the call writes
	Full     bool          // it uses something that only the full binary has
	Over     bool          // it is of the upper of two rule sets (Plan.Under); never stored
	Later    bool          // another process runs it on the original event, this one only rechecks the changed event; never stored
	Need     *Need         // nil if any event may concern it; not stored with it
	Rules    []Rule

	// stored decodes Let, Each, Prefetch and Rules; it is nil once they are decoded.
	stored Read
	steps  func() ([][]byte, error)       // reads the encoded steps of rules
	sift   func(ev *Event, h *Hook) error // decodes the rules left out so far that may concern the event
}

// Read decodes a stored part with code.
type Read func(code func(*wire.Coder)) error

// Any reports whether the hook's matcher accepts any value.
func (h *Hook) Any() bool { return h.Match == "" || h.Match == "*" }

// Defer postpones decoding what Conditions and Steps code. sift decodes, with Box, the rules that
// Conditions leaves out: those an event may concern, or all if the event is nil. A nil sift means
// there are none.
func (h *Hook) Defer(conditions, steps Read, sift func(ev *Event, h *Hook) error) {
	h.stored, h.sift = conditions, sift
	h.steps = sync.OnceValues(func() (all [][]byte, err error) {
		err = steps(func(c *wire.Coder) { wire.List(c, &all, (*wire.Coder).Raw) })
		return all, err
	})
}

// LoadConditions decodes the lets and the conditions that an event may concern, or all if ev is
// nil. They stay encoded until the hook is known to be for the event, and steps until their rule
// holds.
func (h *Hook) LoadConditions(ev *Event) error {
	if h.stored != nil {
		if err := h.stored(h.Conditions); err != nil {
			return err
		}
		h.stored = nil
		n := 0
		for i := range h.Rules {
			if r := &h.Rules[i]; r.apart || r.away {
				r.at = n
				h.storeSteps(r)
				n++
			}
		}
	}
	if h.sift == nil {
		return nil
	}
	return h.sift(ev, h)
}

// storeSteps makes LoadSteps read the rule's steps from the store.
func (h *Hook) storeSteps(r *Rule) {
	if !r.apart {
		return
	}
	at := r.at
	r.stored = func() ([]byte, error) {
		steps, err := h.steps()
		if err != nil || at >= len(steps) {
			return nil, cmp.Or(err, wire.ErrDamaged)
		}
		return steps[at], nil
	}
}

// Load decodes the whole hook.
func (h *Hook) Load() error {
	err := h.LoadConditions(nil)
	for i := range h.Rules {
		err = cmp.Or(err, h.Rules[i].LoadSteps())
	}
	if err == nil && h.steps != nil { // a hook that was never stored may be shared: it isn't written to
		h.steps, h.sift = nil, nil
	}
	return err
}

// LoadSteps decodes the rule's steps.
func (r *Rule) LoadSteps() error {
	if !r.apart {
		return nil
	}
	data, err := r.stored()
	if err != nil {
		return err
	}
	c := wire.NewReader(data)
	if wire.List(c, &r.Do, codeStep); c.Err() != nil {
		return c.Err()
	}
	r.apart, r.stored, r.at = false, nil, 0
	return nil
}

// A Let gives a hook's rules a name for an expression; they call it like a fact.
type Let struct {
	Name string
	Expr Expression
}

// Each runs rules once for each item of a list, which they see under a name.
type Each struct {
	Name string
	Expr Expression // evaluates to the list
}

// A Rule does its steps when its condition holds.
type Rule struct {
	Pos        Pos
	ID         string // its name in the hook, or ""
	Doc        string
	Background bool   // its steps run after the answer is written
	Lift       string // who may lift it for a time: LiftSelf, LiftNever, or "" if the rule doesn't say
	Off        bool   // it is for other events of its hook, and kept so that later rules keep their numbers
	Match      string // its own matcher, in addition to the hook's
	Event      *Shape // the event fields it uses, if it has its own matcher
	Each       *Each
	When       *Expression
	Need       *Need // nil if any event may concern it; not stored with it
	Do         []Step

	away   bool                   // it is not decoded yet, and is Off until then
	apart  bool                   // Do is not decoded yet
	at     int                    // its number among the rules whose Do is apart
	stored func() ([]byte, error) // reads the encoded Do
}

// Who may lift a rule.
const (
	LiftSelf  = "self" // a person, for themselves
	LiftNever = "never"
)

// Liftable reports whether a person may lift a rule of the hook for a time. By default they may,
// unless the rule is of the upper of two rule sets.
func (h *Hook) Liftable(r *Rule) bool { return r.Lift == LiftSelf || r.Lift == "" && !h.Over }

// named reports whether a step of the rule has a name, so that any rule may ask for its outcome.
func (r *Rule) named() bool {
	return slices.ContainsFunc(r.Do, func(s Step) bool { return s.As != "" })
}

// A Step is one action with its arguments.
type Step struct {
	Action string
	Pos    Pos
	When   *Expression // a condition for this step
	As     string      // the name of its Outcome
	Args   json.RawMessage
	// Texts has the strings in Args (including keys) that contain expressions, compiled.
	Texts map[string]Template
	// Late lists those that use names only the action knows, and so are filled in by it.
	Late []string
	// Runs lists the files that it runs, as far as the rules tell: paths from the project, or
	// absolute.
	Runs []string
	// Named lists words that may be paths of files it runs, or something else.
	Named []string
	// Kept pins files that it may run only as they were when the user trusted them; empty if no
	// trust was needed.
	Kept []Kept
}

// A Kept is the pinned content of a file. A path has one for each project root it was seen from,
// consecutively.
type Kept struct {
	Path string // from Root, or absolute
	Root string // absolute, without links; "" where Path is absolute
	files.Content
}

// At returns the file's path below a root without links. It keeps each .. as written, because what
// precedes it may be a link.
func (k Kept) At(root string) string {
	if path := filepath.FromSlash(k.Path); filepath.IsAbs(path) {
		return path
	}
	return root + string(filepath.Separator) + filepath.FromSlash(k.Path)
}
