package engine

import (
	"bytes"
	"encoding/json"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// An Answer is what goes back to the agent, and how it came about.
type Answer struct {
	Stdout []byte // one JSON object and a newline; nothing is no opinion
	Plain  bool   // it is a text of the rules instead
	Stderr string // reasons, where an exit code carries them
	Exit   int

	Parts   []Part   // the same as Stdout and Stderr say, part by part
	Said    []string // the outputs used, in the order they were; a choice with what won, as output=value
	Refused bool     // the event was

	// Would is what hooks that only observe would have said, as Said has it, and WouldReason why.
	Would       []string
	WouldReason string

	Ran    []Ran   // the hooks, in order
	Faults []error // of hooks and rules, most of them a *plan.Error
	Jobs   []Job   // what is to be done when the answer is out
}

// A Part is an output as it is used.
type Part struct {
	Output string
	Value  string // of a choice, or of a value that is one of a few
	Text   string // the texts, or the reasons for a choice or flag
	// Instead is Text where the agent has another value stand in for this one; "" for the same.
	Instead string
	Raw     json.RawMessage
	Change  bool // Raw is something that the event carries, changed

	Event *plan.Event // which it was said at

	reasons []Reason // that Text is of, of a choice or flag
}

// String names the output, with the value where that is one of a few.
func (p Part) String() string {
	if p.Value == "" {
		return p.Output
	}
	return p.Output + "=" + p.Value
}

// Reasons returns why something was chosen, a line each; "" if nobody said.
func (a Answer) Reasons() string {
	var all []string
	for _, p := range a.Parts {
		if p.Value != "" && p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// observed notes what hooks that only observe would have said.
func (a *Answer) observed(would *Reply) {
	if len(would.ops) > 0 {
		is := would.Encode()
		a.Would, a.WouldReason = is.Said, is.Reasons()
	}
}

// Reply returns what goes to stdout as JSON: the object, {} for nothing, or a text as a
// string.
func (a Answer) Reply() json.RawMessage {
	switch {
	case a.Plain:
		return files.JSON(string(a.Stdout))
	case len(a.Stdout) == 0:
		return json.RawMessage("{}")
	}
	return bytes.TrimSpace(a.Stdout)
}
