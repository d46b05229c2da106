package files

// A Whose says whose something is, where links lead, and who else may write it. Modes don't
// say so here: nothing is anybody else's.
type Whose struct {
	There  bool
	Owner  int
	Group  bool
	Open   bool
	Shared bool
}

// WhoseOf returns whose something is.
func WhoseOf(path string) Whose {
	is, _, err := There(path)
	return Whose{There: is && err == nil}
}

// Mover says what lets others put something else in the place of another: nothing does.
func Mover(string, func(int) bool) (string, Whose) { return "", Whose{} }

// Reached reports whether others get to what is in a folder.
func Reached(string) bool { return true }
