package replay

import "bcrules.dev/engine"

// An Answered is a recorded event that was answered once more.
type Answered struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Time    string   `json:"time,omitempty"`
	Event   string   `json:"event"`
	Tool    string   `json:"tool,omitempty"`
	Session string   `json:"session,omitempty"`
	Changed bool     `json:"changed"`
	Then    *Decided `json:"recorded,omitempty"` // as far as it is known
	Now     Decided  `json:"now"`
	Known   Known    `json:"-"` // how much of what was recorded
}

// Decided is what was made of an event.
type Decided struct {
	Said    []string     `json:"said,omitempty"`
	Refused bool         `json:"refused"`
	Hooks   []engine.Ran `json:"hooks,omitempty"`
	Errors  []string     `json:"errors,omitempty"`
}
