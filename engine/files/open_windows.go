package files

// There are no pipes in folders on Windows, and opening a file as a folder fails
// when it is read.
const (
	dontWait   = 0
	folderOnly = 0
)
