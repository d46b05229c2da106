package cache

import "io/fs"

// owned is not asked on Windows, where the cache folder is the user's by its
// access list.
func owned(fs.FileInfo) bool { return true }
