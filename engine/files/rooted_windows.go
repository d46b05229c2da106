package files

// Rooted is false on Windows, where access lists control writing.
func Rooted(string) bool { return false }

// Unrooted is not known there: what nobody can tell of is not believed.
func Unrooted(path, _ string) string { return path }

// Administers is not known there.
func Administers(string) bool { return false }
