//go:build !windows && !darwin

package host

// The variables that name the user's folders, and their defaults in the home folder: see
// https://specifications.freedesktop.org/basedir-spec/latest/.
const (
	homeVar, configVar, cacheVar = "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"
	configAtHome, cacheAtHome    = ".config", ".cache"
)

// temp returns the system's folder for temporary files.
func temp(string) string { return "/tmp" }
