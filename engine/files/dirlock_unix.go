//go:build !windows

package files

import (
	"os"

	"github.com/gofrs/flock"
)

// dirLock is a lock on the folder itself: no file is left behind.
func dirLock(dir string) *flock.Flock { return flock.New(dir, flock.SetFlag(os.O_RDONLY)) }
