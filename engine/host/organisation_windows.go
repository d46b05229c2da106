package host

// organisation has no folder yet: ownership of files can't be checked here, and any user may create
// a folder where programs keep shared data.
func organisation() (rules, plans string) { return "", "" }
