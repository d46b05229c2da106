package host

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

func organisation() (rules, plans string) {
	data, err := windows.KnownFolderPath(windows.FOLDERID_ProgramData, windows.KF_FLAG_DEFAULT)
	if err != nil {
		return "", ""
	}
	dir := filepath.Join(data, "bcrules")
	return dir, filepath.Join(dir, "plans")
}
