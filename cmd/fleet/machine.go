package fleet

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"
)

// place returns the place of this machine in a hundred, the same at each time: by the system's id for
// it or, where it has none, by one that is kept in dir.
func place(dir string) (int, error) {
	id := systemID()
	if id == "" {
		var err error
		if id, err = keptID(filepath.Join(dir, "machine")); err != nil {
			return 0, err
		}
	}
	sum := sha256.Sum256([]byte("bcfleet\x00" + id)) // which says nothing of the id
	return int(binary.BigEndian.Uint64(sum[:]) % 100), nil
}

// keptID returns the id in a file, which is made where there is none.
func keptID(file string) (string, error) {
	data, err := os.ReadFile(file)
	if files.Absent(err) {
		if err = held.Save(file, rand.Text()); err == nil {
			data, err = os.ReadFile(file)
		}
	}
	return strings.TrimSpace(string(data)), err
}
