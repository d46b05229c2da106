package hook

import (
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// Compiler returns the path of the bcrules in the folder of this program, which makes
// the plans it reads. It need not be there; "" if there is no telling.
func Compiler() string { return host.Beside("bcrules") }

// Storekeeper returns the path of the bcstore there, which asks stores. It fails if there
// is none.
func Storekeeper() (string, error) {
	path := host.Beside("bcstore")
	if _, err := os.Stat(path); files.Absent(err) {
		return "", fmt.Errorf("found no bcstore in %s, want it beside bchook", filepath.Dir(path))
	}
	return path, nil
}
