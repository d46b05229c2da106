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
	Pack     string // in whose scope its names are, "" for none
	Pos      Pos
	Event    *Shape // the fields of the event that it asks for
	Match    string
	When     *Expression
	Early    bool // When asks no let, and so may be asked before lets and rules are read
	Let      []Let
	Each     *Each         // all rules are asked for each item of its list
	Prefetch []string      // lets asked at once, side by side, before the rules
	Reach    []string      // paths outside of the project that it may use, from /, ~/ or TempFolder, with what lies below them
	Facts    []string      // that its expressions ask, or those of its tables and marks
	Tables   []string      // that its expressions ask
	Stores   []string      // that its expressions or actions ask
	Timeout  time.Duration // how long the agent waits for it, ns; 0 leaves it to the plan
	First    bool          // a decision table: the first rule that holds ends the hook
	Closed   bool          // a fault refuses the event
	Observes bool          // what it says is only noted
	Full     bool          // it uses what only the full binary has
	Rules    []Rule

	// stored reads Let, Each, Prefetch and Rules from where they are stored, and steps the
	// steps of rules; stored is nil where the former have been read.
	stored, steps Read
}

// Read has code read what lies at some place.
type Read func(code func(*wire.Coder)) error

// Any reports whether the hook is for any value of what matchers are compared with.
func (h *Hook) Any() bool { return h.Match == "" || h.Match == "*" }

// Later leaves what Conditions and Steps code where it is stored until it is asked for.
func (h *Hook) Later(conditions, steps Read) { h.stored, h.steps = conditions, steps }

// Asked makes sure that the hook can be asked: its lets and conditions are left where they
// are stored until it is known to be for the event, and steps until their rule holds.
func (h *Hook) Asked() error {
	if h.stored == nil {
		return nil
	}
	if err := h.stored(h.Conditions); err != nil {
		return err
	}
	steps := h.steps
	h.stored, h.steps = nil, nil
	all := sync.OnceValues(func() (all [][]byte, err error) {
		err = steps(func(c *wire.Coder) { wire.List(c, &all, (*wire.Coder).Raw) })
		return all, err
	})
	n := 0
	for i := range h.Rules {
		if r := &h.Rules[i]; r.apart {
			at := n
			r.stored = func() ([]byte, error) {
				steps, err := all()
				if err != nil || at >= len(steps) {
					return nil, cmp.Or(err, wire.ErrDamaged)
				}
				return steps[at], nil
			}
			n++
		}
	}
	return nil
}

// Whole makes sure that all of the hook has been read.
func (h *Hook) Whole() error {
	err := h.Asked()
	for i := range h.Rules {
		err = cmp.Or(err, h.Rules[i].Whole())
	}
	return err
}

// Whole makes sure that the rule's steps have been read.
func (r *Rule) Whole() error {
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
	r.apart, r.stored = false, nil
	return nil
}

// A Let gives a hook's rules a name for an expression; they call it like a fact.
type Let struct {
	Name string
	Expr Expression
}

// Each says that rules are asked once for each item of a list, which they know by a
// name.
type Each struct {
	Name string
	Expr Expression // gives the list
}

// A Rule does its steps when its condition holds.
type Rule struct {
	Pos        Pos
	ID         string // its name in the hook, if it has one
	Doc        string
	Background bool   // its steps are done when the answer is out
	Off        bool   // it is for other events of its hook, and stands here for its number
	Match      string // its own matcher, beside the hook's
	Event      *Shape // with a matcher of its own, the fields of the event that it asks for
	Each       *Each
	When       *Expression
	Do         []Step

	apart  bool                   // Do has not been read
	stored func() ([]byte, error) // reads it
}

// named reports whether the outcome of one of the rule's steps has a name, by which any rule
// may ask for it.
func (r *Rule) named() bool {
	return slices.ContainsFunc(r.Do, func(s Step) bool { return s.As != "" })
}

// A Step is one action with its arguments.
type Step struct {
	Action string
	Pos    Pos
	When   *Expression // it is done only where this holds
	As     string      // name by which the rules ask for the Outcome
	Args   json.RawMessage
	// Texts are the strings in Args, keys among them, that have expressions in them,
	// compiled.
	Texts map[string]Template
	// Late are those that name what only the action knows, and so are filled in by it.
	Late []string
	// Runs are the files that it runs, as far as the rules tell, whoever wrote these: paths
	// from the project, or absolute.
	Runs []string
	// Named are paths of the same kind, of what it may run if something is there: words that
	// may as well name something else.
	Named []string
	// Kept are those that it runs only as they were when its user trusted them; none where
	// nobody had to.
	Kept []Kept
}

// A Kept is a file as it was. Of a path there is one for each root of a session's project
// from where somebody looked, one after the other.
type Kept struct {
	Path string // from Root, or absolute
	Root string // absolute, without links; "" where Path is absolute
	files.Content
}

// At returns where the file is, seen from a root without links. Each .. stays as it is
// written: what stands before it may be a link.
func (k Kept) At(root string) string {
	if path := filepath.FromSlash(k.Path); filepath.IsAbs(path) {
		return path
	}
	return root + string(filepath.Separator) + filepath.FromSlash(k.Path)
}
