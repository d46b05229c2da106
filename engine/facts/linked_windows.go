package facts

import "io/fs"

// linked reports whether a file has more names than one, of which nothing is known here.
func linked(fs.FileInfo) bool { return false }
