package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Compiler returns the path of the bcrules in the folder of this program, which makes
// the plans it reads. It need not be there; "" if there is no telling.
func Compiler() string { return Beside("bcrules") }

// Storekeeper returns the path of the bcstore there, which asks stores. It fails if there
// is none.
func Storekeeper() (string, error) {
	path := Beside("bcstore")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("found no bcstore in %s, want it beside bchook", filepath.Dir(path))
	}
	return path, nil
}

// Beside returns the path of a program in the folder of this one. It need not be there;
// "" if there is no telling.
func Beside(name string) string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	if runtime.GOOS != "linux" { // where the system gives the name without links
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(self), name)
}
