// Package agent translates between agents: what another agent sends becomes an event in
// the words that rules are written in, and the answer to it becomes what that agent
// reads. The engine between doesn't know which agent it is.
//
//	bytes ─ table.go: who sends them? ─► Agent ─ read.go ─► Call ─► event ─► engine
//	                                               Call ─ answer.go ◄─ the parts of the answer
//
// An Agent is data: an entry of schema/agents.cue, laid out by wire.go as a part of one
// file that the hook command has in it (Table). What tells agents apart is asked at every
// event, and so is not stored but Go (Sign). No agent is named here. What an agent
// reads nothing of is left out of the answer, and never put otherwise than the entry says.
//
// An event of the agent that rules are written for comes through unread: of that one the
// table only says how the others are told from it.
package agent

// An Agent is how one agent speaks, where that is not how rules do.
type Agent struct {
	Name    string   // that people give it, on the command line, too
	Client  string   // what rules call the program; several entries may be one program
	Version Source   // of the program, in what it sends
	Variant []string // environment variables that have its version, where it sends none
	Project []string // environment variables that have the folder it was started in
	Roots   string   // field that lists the folders it works on, "" for none
	Names   []string // fields that name the event, the first there is
	Fields  []Field  // of all its events
	Tools   []Tool
	Servers Servers
	Events  []Event
	Silent  string   // what it reads as no opinion, on stdout; mostly nothing
	Paths   []string // fields of tools' inputs that are whole paths
	Folds   bool     // it takes fields of its tools' inputs by names in either case
}

// A Source says where a value stands in what an agent sends.
type Source struct {
	Paths  []string          // the first there is; gjson's way to write them. Those of a tool's input may count: first, second
	Always string            // JSON that is the value, "" if it is at a path
	Parsed bool              // a text there is JSON
	Joined bool              // a list of texts there is their lines
	Lines  []string          // fields of an object there that is such a line: its program, and a list of its arguments
	Words  bool              // a list of texts there is a command's words
	Counts bool              // a number there is whether it is more than 0
	Values map[string]string // texts that mean another one
}

// A Field is a field of the event, and where it comes from.
type Field struct {
	Name string
	From Source
}

// A Tool is one that the agent has, by another name or with other fields.
type Tool struct {
	Name   string // with the agent
	When   Test   // of its input; where several entries have the name, the first that holds
	Is     string // with rules
	Input  []Field
	Result []Field // below the field that has what the tool answered
	Patch  string  // path of a patch in the input, each file of which is a call, too
	Files  []Tool  // how: what patched says of a file is the input

	stored []byte // of which nothing but the name has been read; nil if all has
}

// Servers says how tools of servers are called: by fields that name server and tool, the
// tool's perhaps after a text; or else by a text before their names and one between. Where
// nothing stands between them the agent doesn't tell the server.
type Servers struct {
	Server, Tool    string
	Before, Between string
	Said            string // a path that is true of a server's tool, whatever it is called
}

// A Test says what a JSON object is like; the zero Test holds for all.
type Test struct {
	Has, Lacks []string // paths
	Is         []Texts
	Holds      []Texts
}

// Texts are such of which one is the text at a path, or stands in it.
type Texts struct {
	Path string
	Of   []string
}

// An Event is one of the agent's that is one of ours.
type Event struct {
	Name   string // with the agent
	Is     string // with rules
	When   Test   // where several entries have the name, the first that holds
	Fields []Field
	Says   []Say
	Never  string // where the agent doesn't send it; for people, and not stored

	stored []byte // of which nothing but the name has been read; nil if all has
}

// A Say is how an output of an answer is said.
type Say struct {
	Output string   // as answers name it, or with the value: permission=deny
	As     string   // another output that stands in for it, "" if it is said itself
	Unless []string // outputs beside which it is not said
	Set    []Set
	Exit   int
	Stderr bool   // the text, or the reasons, go to stderr
	Plain  bool   // the text is all that stands on stdout
	Merged bool   // of a change only what is changed is said
	Max    int    // characters the agent takes, 0 for any number
	Blank  string // the text where there is none, and the agent wants one
	But    string // what it comes to, if not what the output means; for people, and not stored
}

// A Set is one value of an answer.
type Set struct {
	Path string // names joined by dots
	JSON string // "" for the text or the value that is said
}
