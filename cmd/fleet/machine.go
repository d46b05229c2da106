package fleet

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"

	"bcrules.dev/cmd/fleet/held"
)

// place returns this machine's place among a hundred, 0 to 99. It stays the same, as it is a hash of
// the system's id of the machine or, if there is none, of an id that is kept in dir.
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
	sum := sha256.Sum256([]byte("bcfleet\x00" + id)) // which doesn't reveal the id
	return int(binary.BigEndian.Uint64(sum[:]) % 100), nil
}
