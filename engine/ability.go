package engine

import "slices"

// What rules can do beyond answering the event, in the words shown to the people who decide whether
// to trust them.
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

// An Ability is something that a fact or an action can do. Of is the parameter or argument that
// names its object; if none does, What describes it in words.
type Ability struct {
	Verb, Of string
	What     string
}

// Abilities returns what the fact can do beyond reading the event. A fact with Marks reads them,
// and learns the variable if Marks names one.
func (f Fact) Abilities() []Ability {
	return nonEmpty([]Ability{{Reads, f.Reads, ""}, {Reads, f.Marks, ""}, {Reads, "", f.Looks}, {Learns, f.Marks, ""},
		{Learns, f.Learns, ""}, {Watches, f.Watches, ""}, {Connects, f.Connects, ""}})
}

// Abilities returns what the action can do beyond writing the reply.
func (a Action) Abilities() []Ability {
	all := []Ability{{Runs, a.Runs, ""}, {Runs, "", a.Starts}}
	for _, of := range a.Writes {
		all = append(all, Ability{Writes, of, ""})
	}
	return nonEmpty(append(all, Ability{Writes, a.Marks, ""}, Ability{Reads, a.Reads, ""}))
}

// nonEmpty drops the abilities that have no object.
func nonEmpty(all []Ability) []Ability {
	return slices.DeleteFunc(all, func(a Ability) bool { return a.Of == "" && a.What == "" })
}
