package host

// Held returns a folder for what can't be kept in the user's cache folder: none.
func Held(bool) string { return "" }
