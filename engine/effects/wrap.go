package effects

// wrapper runs what a command runs by more than naming it after its own flags, and
// reports whether it ran something.
func (a *analysis) wrapper(f *frame, w *world, i int, words []word, env []setting) bool {
	return false
}
