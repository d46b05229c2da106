package files

// OwnMask does nothing: Windows has no umask.
func OwnMask() {}
