//go:build !windows

package files

import (
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// lockFile is the name of what dirLock leaves in a folder: none.
const lockFile = ""

// dirLock is a lock on the folder itself: no file is left behind.
func dirLock(dir string) *flock.Flock {
	return flock.New(dir, flock.SetFlag(os.O_RDONLY|dontWait|folderOnly))
}

// holds reports whether a lock that is held is one on the folder that info is of:
// it may have been replaced by another meanwhile.
func holds(l *flock.Flock, folder fs.FileInfo) bool {
	held, err := l.Stat()
	return err == nil && os.SameFile(held, folder)
}
