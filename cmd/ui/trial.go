package ui

import (
	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/show"
)

// A Trial is what is tried on the playground, in the form read by the process that evaluates it.
type Trial struct {
	Rules   string `json:"rules"`   // content of the only rule file
	Event   string `json:"event"`   // as sent
	Agent   string `json:"agent"`   // who sends it, "" to detect it
	Around  string `json:"around"`  // its environment, in the fields of a test: files, prints, env
	Scratch string `json:"scratch"` // temporary folder, removed by the caller

	// Name is the name of the files in the project's rule folder for the rules and the test; "" to
	// save nothing. They are written if Write is set, otherwise only listed.
	Name  string `json:"name"`
	Write bool   `json:"write"`
}

// Tried is the result of a Trial, in the form written by that process.
type Tried struct {
	Findings []show.Finding `json:"findings"` // of vet
	Compiles bool           `json:"compiles"` // there is an answer, whatever vet found
	Answer   *answer.Answer `json:"answer"`   // nil if there is no event or no answer
	Replies  []Reply        `json:"replies"`  // that of the event's sender first
	Lacking  []string       `json:"lacking"`  // agents without such an event or tool
	Test     string         `json:"test"`     // a test of the answer, as text of a test file
	Files    []File         `json:"files"`    // written or to be written, by Trial.Name
	Refused  string         `json:"refused"`  // why they are not written
}

// A File is a file that a trial is saved in.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// A Reply is what an agent gets, to the byte.
type Reply struct {
	Agent  string `json:"agent"` // its display name
	Event  string `json:"event"` // its name for the event
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"` // without log output
	Exit   int    `json:"exit"`
}

// Same reports whether two agents get the same.
func (r Reply) Same(as Reply) bool {
	return r.Stdout == as.Stdout && r.Stderr == as.Stderr && r.Exit == as.Exit
}
