package files

import (
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"
)

// lockFile is the name of the file that dirLock leaves in a folder.
const lockFile = "bcrules.lock"

// dirLock is a lock on a file in the folder, because Windows can't lock folders.
func dirLock(dir string) *flock.Flock { return flock.New(filepath.Join(dir, lockFile)) }

// holds is always true: Windows doesn't let a folder with an open file be replaced.
func holds(*flock.Flock, fs.FileInfo) bool { return true }
