package plan

// Marks are keys of what has been said or done, so that it isn't again: of those
// that are marked in several ways at once, each counts.
type Marks struct {
	Env    string   // variable with a list of keys, "" for none
	File   Template // path of a list of keys, nil for none
	Claims Template // path of the folder with a file for each key
	Reach  []string // paths outside of the project that these two may lead to
}
