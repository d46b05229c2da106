package replay

import "bcrules.dev/cmd/answer"

// An Answered is a recorded event that was answered again.
type Answered struct {
	File    string           `json:"file"`
	Line    int              `json:"line"`
	Time    string           `json:"time,omitempty"`
	Event   string           `json:"event"`
	Tool    string           `json:"tool,omitempty"`
	Session string           `json:"session,omitempty"`
	Changed bool             `json:"changed"`
	Then    *answer.Decision `json:"recorded,omitempty"` // as far as known
	Now     answer.Decision  `json:"now"`
	Known   Known            `json:"-"` // how much was recorded
}
