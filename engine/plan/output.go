package plan

// An Output is one thing an event's reply may say.
type Output struct {
	// Kind is text (joined), choice (the strongest value wins), flag, change (of something the
	// event carries) or value (the last one wins).
	Kind string
	// Plain makes a text the whole of stdout. A refusal is then given by the exit code.
	Plain bool
	// Path is its place in the reply, names joined by dots.
	Path string
	// Values of a choice, strongest first; or all that a value may have.
	Values []string
	// Type of a value (string, bool, object, list of strings, objects in a list, any), or of what
	// is changed (object or string).
	Type string
	// Reason is the path of the reasons of a choice or flag.
	Reason string
	// ReasonFor lists the values whose reason is sent; empty for all.
	ReasonFor []string
	// From is the event's field that is changed; Field is its member to change if the action names
	// none.
	From  string
	Field string
	// Only omits the output unless these choices were won by these values.
	Only map[string]string
	// Also has the choices, by output, that a flag implies.
	Also map[string]string
	// Exit is the exit code that replaces the reply; reasons go to stderr.
	Exit int
}
