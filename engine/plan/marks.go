package plan

// Marks record by key what has been said or done, to avoid repeating it. A key counts if it is
// marked in any of these ways.
type Marks struct {
	Env    string   // variable with a list of keys, "" for none
	File   Template // path of a list of keys, nil for none
	Claims Template // path of the folder with a file for each key
	Reach  []string // paths outside the project that these may lead to
}
