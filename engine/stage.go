package engine

// A Stage stands in for what a hook meets outside of its files: in tests, which
// must not depend on it, and in dry runs, which must leave it alone. At hook time
// there is none, and facts and actions ask the system itself; so they do for what
// a Stage leaves open.
type Stage struct {
	System  string                           // the operating system, as Go names it
	Answers func(url string) bool            // whether a server answers
	Running func(pid int, words string) bool // whether a process runs: this one, or one with words in its command line
	Start   func(command []string) error     // starts a program
}
