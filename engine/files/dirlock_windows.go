package files

import (
	"path/filepath"

	"github.com/gofrs/flock"
)

// dirLock is a lock on a file in the folder, as Windows can't lock a folder.
func dirLock(dir string) *flock.Flock { return flock.New(filepath.Join(dir, "bcrules.lock")) }
