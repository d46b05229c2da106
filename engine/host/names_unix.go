//go:build !windows && !darwin

package host

// What says where the user's folders are, and where they are at home if nothing does: see
// https://specifications.freedesktop.org/basedir-spec/latest/.
const (
	homeVar, configVar, cacheVar = "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"
	configAtHome, cacheAtHome    = ".config", ".cache"
)

// temp returns the system's folder for temporary files.
func temp(string) string { return "/tmp" }
