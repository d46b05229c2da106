package files

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// temporary is the file that is to replace another of its folder. There is one
// name, as who writes holds the folder's lock; what somebody left who was killed
// is gone when the lock is next taken.
//
// The name is known to everybody, so something that can't be removed may have it: a folder
// that a repository brings, or what another user made where all may write. A spare name
// stands in then, which nobody can have taken as nobody can guess it.
const temporary = ".bcrules.tmp"

// spares is the length of what a spare name adds, in bytes: a point and 64 random bits.
const spares = 1 + 16

func (p Place) temporary() Place { return p.Folder().Join(temporary) }

// made makes something at the temporary place tmp, or at a spare one, and returns where.
func (tmp Place) made(do func(tmp Place) (*os.File, error)) (Place, *os.File, error) {
	f, err := do(tmp)
	if errors.Is(err, fs.ErrExist) {
		tmp.name = fmt.Sprintf("%s.%016x%s", strings.TrimSuffix(tmp.name, temporary), rand.Uint64(), temporary)
		f, err = do(tmp)
	}
	return tmp, f, err
}

// clear removes what a killed process left at the temporary place tmp. Where that can't be
// removed, it removes what was left at spare ones: nobody looks for them elsewhere.
func (tmp Place) clear() {
	if _, err := tmp.Lstat(); Absent(err) || tmp.Drop() == nil {
		return
	}
	entries, _ := tmp.Folder().entries()
	prefix := strings.TrimSuffix(filepath.Base(tmp.name), temporary)
	for _, entry := range entries {
		name := entry.Name()
		if len(name) == len(prefix)+spares+len(temporary) && strings.HasPrefix(name, prefix+".") && strings.HasSuffix(name, temporary) {
			tmp.Folder().Join(name).Drop()
		}
	}
}
