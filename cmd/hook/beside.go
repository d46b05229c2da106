package hook

import (
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// Compiler returns the path of the bcrules in the folder of this program, which makes the plans that
// it reads. It need not exist; "" if the folder is unknown.
func Compiler() string { return host.Beside("bcrules") }

// Storekeeper returns the path of the bcstore in that folder, which asks stores. It fails if there
// is none.
func Storekeeper() (string, error) {
	path := host.Beside("bcstore")
	if _, err := os.Stat(path); files.Absent(err) {
		return "", fmt.Errorf("found no bcstore in %s, want it beside bchook", filepath.Dir(path))
	}
	return path, nil
}
