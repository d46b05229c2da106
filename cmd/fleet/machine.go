package fleet

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"

	"bcrules.dev/cmd/fleet/held"
)

// place returns the place of this machine in a hundred, the same at each time: by the system's id for
// it or, where it has none, by one that is kept in dir.
func place(dir string) (int, error) {
	id := systemID()
	if file := filepath.Join(dir, "machine.json"); id == "" {
		if err := held.Load(file, &id); err != nil {
			return 0, err
		}
		if id == "" {
			id = rand.Text()
			if err := held.Save(file, id); err != nil {
				return 0, err
			}
		}
	}
	sum := sha256.Sum256([]byte("bcfleet\x00" + id)) // which says nothing of the id
	return int(binary.BigEndian.Uint64(sum[:]) % 100), nil
}
