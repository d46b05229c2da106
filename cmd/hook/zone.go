package hook

import (
	"os"
	"path/filepath"
	"strings"
)

// ownZone lets go of what the environment names as the machine's zone, or as the file of all
// zones, where that is no regular file: package time would wait for a pipe or a terminal, and a
// project's settings may name one. The system's then hold. A name such as Europe/Berlin is one
// of the system's files. See https://pkg.go.dev/time#Location.
func ownZone() {
	for _, name := range []string{"TZ", "ZONEINFO"} {
		is := strings.TrimPrefix(os.Getenv(name), ":")
		if is == "" || name == "TZ" && filepath.IsLocal(is) {
			continue
		}
		if info, err := os.Stat(is); err != nil || !info.Mode().IsRegular() || !filepath.IsAbs(is) {
			os.Unsetenv(name)
		}
	}
}
