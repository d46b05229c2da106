package plan

import (
	"encoding/json"
	"time"

	"bcrules.dev/engine/wire"
)

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

	stored []byte // Let, Prefetch and Rules where they have not been read; nil if they have
}

// Whole makes sure that all of the hook has been read: its lets and rules are left as
// they are stored until it is known to be for the event.
func (h *Hook) Whole() error {
	if h.stored == nil {
		return nil
	}
	c := wire.NewReader(h.stored)
	h.rest(c)
	if c.Err() == nil {
		h.stored = nil
	}
	return c.Err()
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
