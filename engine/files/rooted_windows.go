package files

// Rooted is false on Windows, where access lists control writing.
func Rooted(string) bool { return false }

// Unrooted always returns the whole path: Windows doesn't tell who may write it.
func Unrooted(path, _ string) string { return path }

// Administers is always false on Windows.
func Administers(string) bool { return false }
