package host

import (
	"os"
	"path/filepath"
	"runtime"
)

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
