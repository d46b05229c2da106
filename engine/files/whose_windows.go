package files

// A Whose says whose something is, where links lead, and who else may write it. Modes don't
// say so here: nothing is anybody else's.
type Whose struct {
	There  bool
	Owner  int
	Open   bool
	Shared bool
}

// WhoseOf returns whose something is.
func WhoseOf(path string) Whose {
	is, _, err := There(path)
	return Whose{There: is && err == nil}
}

// Reached reports whether others get to what is in a folder.
func Reached(string) bool { return true }
