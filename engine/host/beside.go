package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
)

// Executable returns the path of this program: from the system or, if that can't tell (Linux without
// /proc), as it was started, by a path or a name on the PATH.
func Executable() (string, error) { return executable() }

var executable = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err != nil && len(os.Args) > 0 {
		if self, err = exec.LookPath(os.Args[0]); err == nil {
			self, err = filepath.Abs(self)
		}
	}
	return self, err
})

// Beside returns the path of a program in this one's folder. It need not exist; "" if the folder is
// unknown.
func Beside(name string) string {
	self, err := Executable()
	if err != nil {
		return ""
	}
	if runtime.GOOS != "linux" { // where the system resolves links
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(self), name)
}
