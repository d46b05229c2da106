package files

import (
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"
)

// lockFile is the name of what dirLock leaves in a folder.
const lockFile = "bcrules.lock"

// dirLock is a lock on a file in the folder, as Windows can't lock a folder.
func dirLock(dir string) *flock.Flock { return flock.New(filepath.Join(dir, lockFile)) }

// holds is always true: Windows lets nobody replace a folder in which a file is open.
func holds(*flock.Flock, fs.FileInfo) bool { return true }
