package ui

import (
	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/show"
)

// A Trial is the input of the playground, in the form read by the process that evaluates it.
type Trial struct {
	Rules   string `json:"rules"`   // content of the only rule file
	Event   string `json:"event"`   // as the agent sends it
	Agent   string `json:"agent"`   // the agent that sends it, "" to detect it
	Around  string `json:"around"`  // surroundings of the event, in the fields of a test: files, prints, env
	Scratch string `json:"scratch"` // a temporary folder, which the caller removes

	// Name is the name of the files for the rules and the test in the project's rule folder; "" to
	// save nothing. The files are written if Write is set, else only listed.
	Name  string `json:"name"`
	Write bool   `json:"write"`
}

// A Tried is the result of a Trial, in the form written by that process.
type Tried struct {
	Findings []show.Finding `json:"findings"` // of vet
	Compiles bool           `json:"compiles"` // the rules compile, whatever vet found
	Answer   *answer.Answer `json:"answer"`   // nil if there is no event or no answer
	Replies  []Reply        `json:"replies"`  // the reply to the event's sender first
	Lacking  []string       `json:"lacking"`  // agents without such an event or tool
	Test     string         `json:"test"`     // a test of the answer, as text of a test file
	Files    []File         `json:"files"`    // written or to be written, named by Trial.Name
	Refused  string         `json:"refused"`  // why they are not written
}

// A File is a file that a trial is saved to.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// A Reply is what an agent gets, byte for byte.
type Reply struct {
	Agent  string `json:"agent"` // its display name
	Event  string `json:"event"` // its name for the event
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"` // without log output
	Exit   int    `json:"exit"`
}

// Same reports whether two agents get the same reply.
func (r Reply) Same(as Reply) bool {
	return r.Stdout == as.Stdout && r.Stderr == as.Stderr && r.Exit == as.Exit
}
