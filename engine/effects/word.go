package effects

// A word is one field of a command after expansion.
type word struct {
	text  string // quotes undone; a part that is not known stands as ${NAME} or $(…)
	known bool   // no part of it is unknown
	glob  bool   // it has *, ? or [ that the shell expands to paths
}

// A where is the place a command runs in.
type where struct {
	dir  string // folder in force, absolute; "" if not known
	home string // the user's home folder, "" if not known
	host string // "" for this machine
}
