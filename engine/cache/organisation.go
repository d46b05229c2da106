package cache

import (
	"os"

	"bcrules.dev/engine/host"
)

// Organisation returns the store for plans of the organisation's rules. The administrator makes them
// and everybody reads them; they are believed because they belong to the administrator and nobody
// else may write them. For the administrator, they bear the administrator's own key.
func Organisation(own *host.Folders) Store {
	_, plans := host.OfSystem().Place()
	return Store{dirs: []string{plans}, key: own.Key, open: true}
}

// readable lets everybody read a file made in an open store.
func (s Store) readable(path string) error {
	if !s.open {
		return nil
	}
	return os.Chmod(path, 0o644)
}
