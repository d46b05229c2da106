package plan

// An Output is one thing an event's reply may say.
type Output struct {
	// Kind is text (joined), choice (the strongest value wins), flag, change (of
	// something the event carries) or value (the last one wins).
	Kind string
	// Plain makes a text the whole reply: it stands on stdout as it is, and nothing
	// else does. Who then refuses the event does so by the exit code.
	Plain bool
	// Path is where it stands in the reply, names joined by dots.
	Path string
	// Values of a choice, strongest first; or the only ones a value may have.
	Values []string
	// Type of a value (string, bool, object, list of strings, objects in a list, any), or
	// of what is changed (object or string).
	Type string
	// Reason is the path of the reasons of a choice or flag.
	Reason string
	// ReasonFor are the values whose reason is sent; empty means all.
	ReasonFor []string
	// From is the event's field that a change is of, Field the member of it
	// that is meant where the action names none.
	From  string
	Field string
	// Only makes the output depend on a choice: it is left out unless that
	// output's winning value is the one given.
	Only map[string]string
	// Also are choices that go with a flag, by output.
	Also map[string]string
	// Exit is the exit code that says it instead of the reply; reasons go to stderr.
	Exit int
}
