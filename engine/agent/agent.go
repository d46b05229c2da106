// Package agent translates between agents: an event of another agent to the vocabulary of rules, and
// the answer back to what that agent reads. The engine in between doesn't know which agent it is.
//
//	bytes ─ table.go: who sends them? ─► Agent ─ read.go ─► Call ─► event ─► engine
//	                                               Call ─ answer.go ◄─ the parts of the answer
//
// An Agent is data: an entry of schema/agents.cue, which wire.go stores as part of one file inside
// the hook command (Table). Recognising agents is needed at every event, and so is Go code instead
// (Sign). No agent is named here. An answer leaves out what an agent doesn't read, and says the
// rest only in the ways that the entry has.
//
// An event of the native agent, for which rules are written, passes through unread: the table only
// says how to tell others from it.
package agent

// An Agent is how an agent other than the native one speaks.
type Agent struct {
	Name    string   // for people, also on the command line
	Client  string   // the rules' name for the program; one program may have several entries
	Version Source   // of the program, in its input
	Variant []string // environment variables with its version, if its input has none
	Project []string // environment variables with the folder it was started in
	Roots   string   // field with the folders it works on, "" for none
	Names   []string // fields that name the event; the first that exists counts
	Fields  []Field  // of all its events
	Tools   []Tool
	Servers Servers
	Events  []Event
	Silent  string   // output for no opinion, mostly empty
	Paths   []string // fields of tools' inputs that hold paths
	Folds   bool     // it ignores the case of fields in its tools' inputs
}

// A Source says where a value is in an agent's input.
type Source struct {
	Paths  []string          // the first that exists counts; in gjson's syntax. Those of a tool's input may be numbered
	Always string            // a constant value as JSON, "" if it is at a path
	Parsed bool              // the value is JSON in a text
	Joined bool              // a list of texts becomes lines
	Lines  []string          // fields of an object that is such a line: its program, and the list of its arguments
	Words  bool              // a list of texts is the words of a command
	Counts bool              // a number becomes whether it is positive
	Values map[string]string // texts to replace by others
}

// A Field is a field of the event, with its source.
type Field struct {
	Name string
	From Source
}

// A Tool is a tool of the agent with another name or other fields than in rules.
type Tool struct {
	Name   string // the agent's name
	When   Test   // of its input; of several entries with the name the first match counts
	Is     string // the rules' name
	Input  []Field
	Result []Field // within the field with the tool's answer
	Patch  string  // path of a patch in the input, each file of which is a call, too
	Files  []Tool  // their names are values of how; the input is what patched returns for a file

	stored []byte // all but the name, still encoded; nil if decoded
}

// Servers says how the agent names tools of servers: by fields for the server and the tool, the
// latter perhaps with a prefix; or else by a prefix, and a separator between the names. Without a
// separator the name doesn't tell the server.
type Servers struct {
	Server, Tool    string
	Before, Between string
	Said            string // a path that is true for a server's tool, whatever its name
}

// A Test describes a JSON object; the zero Test matches any.
type Test struct {
	Has, Lacks []string // paths
	Is         []Texts
	Holds      []Texts
}

// Texts are alternatives, one of which is the text at a path, or is in it.
type Texts struct {
	Path string
	Of   []string
}

// An Event is an event of the agent that rules know.
type Event struct {
	Name   string // the agent's name
	Is     string // the rules' name
	When   Test   // of several entries with the name the first match counts
	Fields []Field
	Says   []Say
	Never  string // conditions under which the agent doesn't send it; for people, and not stored

	stored []byte // all but the name, still encoded; nil if decoded
}

// A Say is how an output of an answer is said.
type Say struct {
	Output string   // name as in answers, or with a value: permission=deny
	As     string   // another output that replaces it, "" for none
	Unless []string // outputs next to which it isn't said
	Set    []Set
	Exit   int
	Stderr bool   // the text, or the reasons, go to stderr
	Plain  bool   // stdout has nothing but the text
	Merged bool   // of a change only the changed fields are said
	Max    int    // characters that the agent takes, 0 for any number
	Blank  string // replaces an empty text if the agent wants one
	But    string // what it does instead of what the output means; for people, and not stored
}

// A Set is a value in an answer.
type Set struct {
	Path string // names separated by dots
	JSON string // "" for the output's text or value
}
