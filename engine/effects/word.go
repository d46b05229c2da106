package effects

// A word is one field of a command after expansion, or another text of a shell.
type word struct {
	text  string // quotes undone; a part that is not known stands as ${NAME} or $(…)
	known bool   // no part of it is unknown
	glob  bool   // it has *, ? or [ that the shell expands to paths
	from  []int  // the commands whose output is in it, by their places in Effects.Commands
}

// with returns a word of the same origin with another text, such as a part of it.
func (w word) with(text string) word {
	w.text = text
	return w
}

// A where is the place a command runs in.
type where struct {
	dir  string // folder in force, absolute; "" if not known
	home string // the user's home folder, "" if not known
	host string // "" for this machine
}
