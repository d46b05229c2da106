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

// temporary is the name of the file that is to replace another in its folder. One name suffices
// because writers hold the folder's lock; a killed process's leftover is removed when the lock is
// next taken.
//
// Everybody knows the name, so it may be taken by something that can't be removed: a folder that a
// repository brings, or another user's file where all may write. Then a random spare name is used,
// which nobody could have taken.
const temporary = ".bcrules.tmp"

// spares is the length in bytes of a spare name's addition: a dot and 64 random bits.
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

// clear removes a killed process's leftover at the temporary place tmp. If that can't be removed,
// it removes leftovers under spare names, which occur only then.
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
