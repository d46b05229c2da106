package host

// What says where the user's folders are, and where they are at home if nothing does.
// Caches lie where the system has them, rules where people look for them.
const (
	homeVar, configVar, cacheVar = "HOME", "XDG_CONFIG_HOME", ""
	configAtHome, cacheAtHome    = ".config", "Library/Caches"
)

// temp returns the system's folder for temporary files.
func temp(string) string { return "/tmp" }
