package host

import "path/filepath"

// What says where the user's folders are, and where they are at home if nothing does.
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
