package hook

import (
	"os"
	"path/filepath"
	"runtime"
)

// Compiler returns the path of the bcrules in the folder of this program, which makes
// the plans it reads. It need not be there; "" if there is no telling.
func Compiler() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	if runtime.GOOS != "linux" { // where the system gives the name without links
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
	}
	name := "bcrules"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(self), name)
}
