package ui

import (
	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/show"
)

// A Trial is what is tried on the playground, as the process that evaluates it reads it.
type Trial struct {
	Rules   string `json:"rules"`   // what stands in the one rule file
	Event   string `json:"event"`   // as it was sent
	Agent   string `json:"agent"`   // who sends it, "" for what it says itself
	Around  string `json:"around"`  // what it meets, in the fields of a test: files, prints, env
	Scratch string `json:"scratch"` // a folder for it, which is its starter's to remove

	// Name is what the files are called that rules and test are to stand in, in the project's own rule
	// folder; "" where that isn't asked. They are written where Write says so, and else only told of.
	Name  string `json:"name"`
	Write bool   `json:"write"`
}

// Tried is what came of a Trial, as that process writes it.
type Tried struct {
	Findings []show.Finding `json:"findings"` // by vet
	Compiles bool           `json:"compiles"` // there is an answer, whatever vet found
	Answer   *answer.Answer `json:"answer"`   // nil where there is no event, or no answer
	Replies  []Reply        `json:"replies"`  // who sent the event is the first
	Lacking  []string       `json:"lacking"`  // agents that have no such event, or no such tool
	Test     string         `json:"test"`     // a test of the answer, as text of a test file
	Files    []File         `json:"files"`    // that are written or to be, by Trial.Name
	Refused  string         `json:"refused"`  // why not
}

// A File is one that a trial is to be kept in.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// A Reply is what goes back to an agent, to the byte.
type Reply struct {
	Agent  string `json:"agent"` // as people call it
	Event  string `json:"event"` // with the agent
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"` // without what is logged there
	Exit   int    `json:"exit"`
}

// Same reports whether two agents get the same.
func (r Reply) Same(as Reply) bool {
	return r.Stdout == as.Stdout && r.Stderr == as.Stderr && r.Exit == as.Exit
}
