package host

// organisation has no folder: whose files are can't be told there yet, and any user may make a folder
// where programs keep what is common to all.
func organisation() (rules, plans string) { return "", "" }
