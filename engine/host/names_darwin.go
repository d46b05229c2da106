package host

// The variables that name the user's folders, and their defaults in the home folder. Caches are
// where the system has them, rules where people look for them.
const (
	homeVar, configVar, cacheVar = "HOME", "XDG_CONFIG_HOME", ""
	configAtHome, cacheAtHome    = ".config", "Library/Caches"
)

// temp returns the system's folder for temporary files.
func temp(string) string { return "/tmp" }
