// Package answer is the one model of how an event was answered: what was decided, by which rules
// and because of which values; and of each other hook why it had nothing to say.
//
//	journal.Entry ── decision.go ─► Decision: what lists of events have
//	                                   │
//	engine.Trace ─── because.go ────► Answer ─► cmd/show: text    cmd/ui: pages    encoding/json
//	                   ├─ left.go ─► rows and texts that were not chosen
//	                   ├─ reason.go ─► of a condition, the smallest parts that decided, with their values
//	                   ├─ reply.go ─► what the reply says and changes
//	                   └─ free.go ─► what would have let the event through
//
// Nothing else reads a trace or an entry to say what came of an event. The trace has all that there is
// to say; what Because leaves out is what didn't decide.
package answer

import (
	"encoding/json"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// An Answer is how an event was answered, as "bcrules explain --json" has it.
type Answer struct {
	Event   string              `json:"event"`             // its name
	Subject string              `json:"subject,omitempty"` // what matchers are compared with
	Fault   string              `json:"fault,omitempty"`   // why it can't be read
	Rules   []string            `json:"rules"`             // layers: folders or packs
	Faults  []string            `json:"faults,omitempty"`  // of the rules
	Hooks   []*engine.HookTrace `json:"hooks"`             // the trace: those that the event is for, in order
	Passed  []Passed            `json:"others"`            // on the event, but not for it
	Wrote   []string            `json:"wrote"`             // files that actions would change
	Stderr  []string            `json:"stderr"`            // log entries and what goes to stderr
	Reply   json.RawMessage     `json:"reply"`             // a string if it is a text
	Exit    int                 `json:"exit"`

	Because Because  `json:"answer"`           // in short
	Fields  []Field  `json:"fields"`           // of the reply
	Client  string   `json:"client"`           // who sent it
	Unread  []string `json:"unread,omitempty"` // outputs of which that reads nothing
}

// Because is in short what was decided and why.
type Because struct {
	Decision  []string    `json:"decision"`        // what the reply says, by outputs; of a choice the value that won. None: no opinion
	Would     []string    `json:"would,omitempty"` // what it would say besides, if all hooks did more than observe
	Refused   bool        `json:"refused"`         // the event was
	Rules     []Rule      `json:"rules"`           // that have a part in the reply, in their order
	Others    []Other     `json:"others"`          // the other hooks that matched, in their order
	NotRun    []NotRun    `json:"notRun"`          // programs that a dry run did not start
	NotChosen []NotChosen `json:"notChosen"`       // rows and texts that came up
	Tone      Tone        `json:"tone"`            // what that means for the agent
}

// A Rule was asked. What it has of Did, First, Each and For is of one that has a part in the reply; what it
// has of As, Item and None of one that has none.
type Rule struct {
	Hook   string        `json:"hook"`
	Number int           `json:"number"`
	ID     string        `json:"id,omitempty"`
	Doc    string        `json:"doc,omitempty"`
	Pos    plan.Pos      `json:"pos"`
	Result engine.Result `json:"result"`
	Did    []string      `json:"did,omitempty"`    // its actions, of one that has a part those that say something there
	First  *Reason       `json:"first,omitempty"`  // the condition of its hook
	When   *Reason       `json:"reason,omitempty"` // its own; where it doesn't hold, of the item that came nearest
	Each   *Part         `json:"each,omitempty"`   // the list for whose items it was asked
	For    []Item        `json:"for,omitempty"`    // the items it held for, if it was asked for each of some
	As     string        `json:"as,omitempty"`     // the name of the item that came nearest
	Item   any           `json:"item,omitempty"`   // and the item
	None   bool          `json:"none,omitempty"`   // there is no item
	Error  string        `json:"error,omitempty"`
	// Background says that its actions are done when the answer is out.
	Background bool `json:"background,omitempty"`

	held int // operands of its condition that do
}

// Name is what the rule is called where its hook isn't said beside it.
func (r *Rule) Name() string { return r.Hook + "/" + r.Short() }

// Short is what the rule is called beside its hook.
func (r *Rule) Short() string { return Named(r.Number, r.ID) }

// An Item is one that a rule was asked for, and why the rule held for it or not.
type Item struct {
	Name string  `json:"name"` // that the rule knows it by
	Item any     `json:"item"`
	When *Reason `json:"reason,omitempty"`
}

// An Other hook matched and has no part in the reply.
type Other struct {
	Hook  string   `json:"hook"`
	Pos   plan.Pos `json:"pos"`
	What  What     `json:"what"`
	When  *Reason  `json:"reason,omitempty"` // the condition that doesn't hold
	Error string   `json:"error,omitempty"`
	Rules []Rule   `json:"rules,omitempty"` // that were asked
}

// Nearest returns the rule whose condition came nearest to holding; nil if there is none.
func (o *Other) Nearest() *Rule {
	var best *Rule
	for i := range o.Rules {
		if best == nil || o.Rules[i].held > best.held {
			best = &o.Rules[i]
		}
	}
	return best
}

// A Passed hook is on the event and was passed over.
type Passed struct {
	Name string   `json:"name"`
	Pos  plan.Pos `json:"pos"`
	Why  string   `json:"why"`
}

// A NotRun is a program that a rule runs and a dry run did not.
type NotRun struct {
	Hook    string   `json:"hook"`
	Number  int      `json:"number"`
	ID      string   `json:"id,omitempty"`
	Pos     plan.Pos `json:"pos"` // of the action
	Command any      `json:"command"`
	Value   any      `json:"value,omitempty"` // what the rules have in the place of what it gives
}

// What is why a hook has no part in the reply.
type What string

// The reasons.
const (
	Closed    What = "failed, and refuses" // an error ended it, and it is closed
	Broken    What = "failed"              // an error ended it
	Unasked   What = "condition"           // its condition doesn't hold
	NoItem    What = "nothing to ask for"  // the list for whose items it asks is empty
	NoRule    What = "no rule held"
	Quiet     What = "said nothing" // a rule held and has nothing to say
	Overruled What = "overruled"    // what it said counts less than what others did
)
