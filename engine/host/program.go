package host

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Program returns the path of a program on the environment's PATH, "" if there is none. Folders of
// PATH that aren't absolute don't count.
func (h *Host) Program(name string) string {
	if name == "" || strings.ContainsAny(name, `/\`) {
		return ""
	}
	if h.Stage != nil && h.Stage.Program != nil {
		return h.Stage.Program(name)
	}
	endings := []string{""}
	if runtime.GOOS == "windows" {
		endings = strings.Split(strings.ToLower(h.Getenv("PATHEXT")), ";")
	}
	for _, dir := range filepath.SplitList(h.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, ending := range endings {
			path := filepath.Join(dir, name+ending)
			info, err := os.Stat(path)
			if err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || runtime.GOOS == "windows") {
				return path
			}
		}
	}
	return ""
}
