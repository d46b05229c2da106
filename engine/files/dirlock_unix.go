//go:build !windows

package files

import (
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// lockFile is the name of the file that dirLock leaves in a folder: none.
const lockFile = ""

// dirLock is a lock on the folder itself, which leaves no file behind.
func dirLock(dir string) *flock.Flock {
	return flock.New(dir, flock.SetFlag(os.O_RDONLY|dontWait|folderOnly))
}

// holds reports whether a held lock is on the folder that info describes, which may have been
// replaced meanwhile.
func holds(l *flock.Flock, folder fs.FileInfo) bool {
	held, err := l.Stat()
	return err == nil && os.SameFile(held, folder)
}
