package hook

import (
	"os"
	"path/filepath"
	"strings"
)

// ownZone unsets the environment's time zone, and its file of all zones, unless each is a regular
// file: package time would wait for a pipe or a terminal, and a project's settings may name one. The
// system's zone then applies. A name such as Europe/Berlin means a file of the system. See
// https://pkg.go.dev/time#Location.
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
