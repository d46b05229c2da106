package engine

import "slices"

// What rules can do beyond answering the event, in the words people read before
// they trust them.
const (
	Writes   = "writes"
	Runs     = "runs the program"
	RunsFile = "runs the project's file"
	RunsRows = "runs what stands in"
	Untold   = "runs what can't be told"
	Reads    = "reads"
	Connects = "connects to"
	Learns   = "learns the environment variable"
	Watches  = "looks for processes"
	Leaves   = "may leave the project for"
)

// An Ability is something that a fact or an action can do, and the parameter or
// argument that says what it does it to; or in words what that is, where none says it.
type Ability struct {
	Verb, Of string
	What     string
}

// Abilities returns what the fact can do beyond the event. Marks are read, and where a
// variable names some of them, it is learned.
func (f Fact) Abilities() []Ability {
	return those([]Ability{{Reads, f.Reads, ""}, {Reads, f.Marks, ""}, {Reads, "", f.Looks}, {Learns, f.Marks, ""},
		{Learns, f.Learns, ""}, {Watches, f.Watches, ""}, {Connects, f.Connects, ""}})
}

// Abilities returns what the action can do beyond the reply.
func (a Action) Abilities() []Ability {
	all := []Ability{{Runs, a.Runs, ""}, {Runs, "", a.Starts}}
	for _, of := range a.Writes {
		all = append(all, Ability{Writes, of, ""})
	}
	return those(append(all, Ability{Writes, a.Marks, ""}, Ability{Reads, a.Reads, ""}))
}

// those returns the abilities that there are: those of something.
func those(all []Ability) []Ability {
	return slices.DeleteFunc(all, func(a Ability) bool { return a.Of == "" && a.What == "" })
}
