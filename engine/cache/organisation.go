package cache

import (
	"os"

	"bcrules.dev/engine/host"
)

// Organisation returns the store of the plans of the organisation's rules, which the administrator
// makes and all read: each file there is theirs and nobody else may write it, so that it is believed
// as it is. By who is the administrator they bear that one's key, as all that they make.
func Organisation(own *host.Folders) Store {
	_, plans := host.OfSystem().Place()
	return Store{dirs: []string{plans}, key: own.Key, open: true}
}

// readable has all read what was made in a folder of an open store.
func (s Store) readable(path string) error {
	if !s.open {
		return nil
	}
	return os.Chmod(path, 0o644)
}
