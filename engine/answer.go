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
	Stdout []byte // one JSON object and a newline; empty for no opinion
	Plain  bool   // Stdout is a text of the rules instead
	Stderr string // reasons, if an exit code carries them
	Exit   int

	Parts   []Part   // the content of Stdout and Stderr, part by part
	Said    []string // the outputs used, in order; a choice is output=value of the winner
	Unsaid  []string // outputs that rules used and that the event's sender doesn't read
	Refused bool     // the event was refused

	// Would is like Said for hooks that only observe; WouldReason has their reasons.
	Would       []string
	WouldReason string
	Lifted      []string // names of lifted rules that had something to say

	Ran    []Ran   // the hooks, in order
	Faults []error // of hooks and rules, most of them *plan.Error
	Jobs   []Job   // to be done after the answer is written
}

// A Part is one output of the answer.
type Part struct {
	Output string
	Value  string // of a choice, or of a value with a fixed set
	Text   string // the text, or the reasons for a choice or flag
	// Instead replaces Text for an agent that substitutes another value; "" if it is the same.
	Instead string
	Raw     json.RawMessage
	Change  bool // Raw is a changed field of the event

	Event *plan.Event // the event it answers

	reasons []Reason // that Text was made of, for a choice or flag
}

// String returns the output's name, with =value if it has one.
func (p Part) String() string {
	if p.Value == "" {
		return p.Output
	}
	return p.Output + "=" + p.Value
}

// Reasons returns the reasons for the chosen values, one a line; "" if none was given.
func (a Answer) Reasons() string {
	var all []string
	for _, p := range a.Parts {
		if p.Value != "" && p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// observed records what observing hooks would have said.
func (a *Answer) observed(would *Reply) {
	if len(would.ops) > 0 {
		is := would.Encode()
		a.Would, a.WouldReason = is.Said, is.Reasons()
	}
}

// Reply returns stdout as JSON: the object, {} if there is none, a plain text as a string.
func (a Answer) Reply() json.RawMessage {
	switch {
	case a.Plain:
		return files.JSON(string(a.Stdout))
	case len(a.Stdout) == 0:
		return json.RawMessage("{}")
	}
	return bytes.TrimSpace(a.Stdout)
}
