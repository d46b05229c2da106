// Package answer is the single model of how an event was answered: what was decided, by which rules
// and because of which values, and why every other hook said nothing.
//
//	journal.Entry ── decision.go ─► Decision: what lists of events have
//	                                   │
//	engine.Trace ─── because.go ────► Answer ─► cmd/show: text    cmd/ui: pages    encoding/json
//	                   ├─ left.go ─► rows and texts that were not chosen
//	                   ├─ reason.go ─► the smallest parts of a condition that decided, with their values
//	                   ├─ reply.go ─► what the reply says and changes
//	                   └─ free.go ─► what would have let the event through
//
// Nothing else interprets traces or entries. The trace is complete; Because omits what didn't
// decide.
package answer

import (
	"encoding/json"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// An Answer is how an event was answered, in the form of "bcrules explain --json".
type Answer struct {
	Event   string              `json:"event"`             // the event's name
	Subject string              `json:"subject,omitempty"` // the value that matchers are compared with
	Fault   string              `json:"fault,omitempty"`   // why the event can't be read
	Rules   []string            `json:"rules"`             // layers: folders or packs
	Faults  []string            `json:"faults,omitempty"`  // faults of the rules
	Hooks   []*engine.HookTrace `json:"hooks"`             // the trace: hooks that match the event, in order
	Passed  []Passed            `json:"others"`            // hooks on the event that don't match it
	Wrote   []string            `json:"wrote"`             // files that actions would change
	Stderr  []string            `json:"stderr"`            // log entries, and other text for stderr
	Reply   json.RawMessage     `json:"reply"`             // a string if the reply is plain text
	Exit    int                 `json:"exit"`

	Because Because  `json:"answer"`           // a summary of the trace
	Fields  []Field  `json:"fields"`           // values of the reply
	Client  string   `json:"client"`           // the agent that sent the event
	Unread  []string `json:"unread,omitempty"` // outputs that the client ignores
}

// A Because says in short what was decided and why.
type Because struct {
	Decision  []string    `json:"decision"`        // outputs of the reply; for a choice, the winning value. Empty: no opinion
	Would     []string    `json:"would,omitempty"` // outputs that it would also have if no hook only observed
	Refused   bool        `json:"refused"`         // the event was refused
	Rules     []Rule      `json:"rules"`           // those that have a part in the reply, in order
	Others    []Other     `json:"others"`          // the other hooks that matched, in order
	NotRun    []NotRun    `json:"notRun"`          // programs that a dry run didn't start
	NotChosen []NotChosen `json:"notChosen"`       // rows and texts that were considered but not chosen
	Tone      Tone        `json:"tone"`            // the decision's meaning for the agent
}

// A Rule is a rule that was evaluated. Did, First, Each and For are set if it has a part in the
// reply; As, Item and None if it has none.
type Rule struct {
	Hook   string        `json:"hook"`
	Number int           `json:"number"`
	ID     string        `json:"id,omitempty"`
	Doc    string        `json:"doc,omitempty"`
	Pos    plan.Pos      `json:"pos"`
	Result engine.Result `json:"result"`
	Did    []string      `json:"did,omitempty"`    // its actions; if it has a part in the reply, only those whose outputs are in it
	First  *Reason       `json:"first,omitempty"`  // the condition of its hook
	When   *Reason       `json:"reason,omitempty"` // its own condition; if that doesn't hold, for the nearest item
	Each   *Part         `json:"each,omitempty"`   // the list that it ran for
	For    []Item        `json:"for,omitempty"`    // the items it held for, if it has a list
	As     string        `json:"as,omitempty"`     // the name of the nearest item
	Item   any           `json:"item,omitempty"`   // its value
	None   bool          `json:"none,omitempty"`   // its list is empty
	Error  string        `json:"error,omitempty"`
	// Background says that the rule's actions run after the answer is written.
	Background bool `json:"background,omitempty"`
	Over       bool `json:"organisation,omitempty"` // it is the organisation's

	held int // operands of its condition that hold
}

// Name returns the rule's name including its hook.
func (r *Rule) Name() string { return r.Hook + "/" + r.Short() }

// Short returns the rule's name within its hook.
func (r *Rule) Short() string { return Named(r.Number, r.ID) }

// An Item is a list item that a rule was evaluated for, and why the rule held for it or not.
type Item struct {
	Name string  `json:"name"` // its name in the rule
	Item any     `json:"item"`
	When *Reason `json:"reason,omitempty"`
}

// An Other is a hook that matched but has no part in the reply.
type Other struct {
	Hook  string   `json:"hook"`
	Pos   plan.Pos `json:"pos"`
	Cause Cause    `json:"what"`
	When  *Reason  `json:"reason,omitempty"` // the condition that doesn't hold
	Error string   `json:"error,omitempty"`
	Rules []Rule   `json:"rules,omitempty"` // the rules that were evaluated
}

// Nearest returns the rule whose condition has the most operands that hold; nil if there is none.
func (o *Other) Nearest() *Rule {
	var best *Rule
	for i := range o.Rules {
		if best == nil || o.Rules[i].held > best.held {
			best = &o.Rules[i]
		}
	}
	return best
}

// A Passed is a hook on the event that was skipped.
type Passed struct {
	Name string   `json:"name"`
	Pos  plan.Pos `json:"pos"`
	Why  string   `json:"why"`
}

// A NotRun is a program that a dry run didn't start.
type NotRun struct {
	Hook    string   `json:"hook"`
	Number  int      `json:"number"`
	ID      string   `json:"id,omitempty"`
	Pos     plan.Pos `json:"pos"` // of the action
	Command any      `json:"command"`
	Value   any      `json:"value,omitempty"` // the assumed result
}

// A Cause says why a hook has no part in the reply.
type Cause string

// The causes.
const (
	Closed    Cause = "failed, and refuses" // an error ended it, and it is closed
	Broken    Cause = "failed"              // an error ended it
	Unasked   Cause = "condition"           // its condition doesn't hold
	Yielded   Cause = "not asked, as the event is refused"
	NoItem    Cause = "nothing to ask for" // its list is empty
	NoRule    Cause = "no rule held"
	Quiet     Cause = "said nothing" // a rule held but said nothing
	Overruled Cause = "overruled"    // outputs of other rules outweighed its own
)
