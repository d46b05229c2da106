package host

import "path/filepath"

// The variables that name the user's folders, and their defaults in the home folder.
const (
	homeVar, configVar, cacheVar = "USERPROFILE", "AppData", "LocalAppData"
	configAtHome, cacheAtHome    = `AppData\Roaming`, `AppData\Local`
)

// temp returns the user's folder for temporary files.
func temp(cache string) string {
	if cache == "" {
		return ""
	}
	return filepath.Join(cache, "Temp")
}
