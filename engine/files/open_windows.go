package files

// Windows has no pipes in folders, and a file opened as a folder fails when it is read.
const (
	dontWait   = 0
	folderOnly = 0
)
