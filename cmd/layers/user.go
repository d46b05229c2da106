package layers

import (
	"cmp"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// User returns the folder of the user's own rules, which need not be there; "" if
// there is no telling. It is absolute: a relative one would be the project's.
func User(getenv func(string) string) string {
	if runtime.GOOS == "windows" {
		if data := getenv("AppData"); filepath.IsAbs(data) {
			return filepath.Join(data, "bcrules")
		}
		return ""
	}
	if config := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		return filepath.Join(config, "bcrules")
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".config", "bcrules")
	}
	return ""
}

// everywhere are folders where a name means another place to each process.
var everywhere = []string{"/proc/", "/dev/fd/"}

// others reports whether a folder that the environment names as the user's lies in what
// others may have written: in the project of an event, or of the session. A project's
// settings may set the environment.
func others(folder string, in *host.Project, getenv func(string) string) bool {
	if folder == "" {
		return false
	}
	if slices.ContainsFunc(everywhere, func(top string) bool { return strings.HasPrefix(folder, top) }) {
		return true
	}
	tops := []string{cmp.Or(in.Repository(), in.Root)}
	if session := getenv(host.SessionDir); filepath.IsAbs(session) && session != in.Root {
		p := host.FindProject(session, getenv)
		tops = append(tops, cmp.Or(p.Repository(), session))
	}
	tops = slices.DeleteFunc(tops, func(top string) bool { return filepath.Dir(top) == top }) // which is nobody's
	return files.Below(folder, tops...)
}
