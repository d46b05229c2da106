package engine

// What rules can do beyond answering the event, in the words people read before
// they trust them.
const (
	Writes   = "writes"
	Runs     = "runs the program"
	Reads    = "reads"
	Connects = "connects to"
	Learns   = "learns the environment variable"
	Watches  = "looks for processes"
)

// An Ability is something that an action or a fact can do, and which of its
// arguments says what it does it to: the key of one for an action, the name of a
// parameter for a fact; "" if the one argument there is.
type Ability struct{ Verb, Of string }

// Can returns the action with an ability more.
func (a Action) Can(verb, of string) Action {
	a.Abilities = append(a.Abilities, Ability{verb, of})
	return a
}

// Can returns the fact with an ability more. What it learns of the environment is
// private.
func (f Fact) Can(verb, of string) Fact {
	f.private = f.private || verb == Learns
	f.Abilities = append(f.Abilities, Ability{verb, of})
	return f
}
