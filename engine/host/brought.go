package host

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A program on the PATH may be the project's: from its node_modules/.bin, or added by direnv.

// Brought says why somebody else may have made, or may replace, what a path leads to; "" if nobody
// can. Whoever owns a link on the way decides where it leads next.
func Brought(path string) string {
	folders := Here(os.Getenv).Folders()
	why := folders.Brought(path)
	for _, dir := range linked(path) {
		why = cmp.Or(why, folders.Brought(dir))
	}
	return why
}

// InProject reports whether what a path leads to, or a link on the way, is in the project that this
// process runs in. A folder with the user's home in it doesn't count as a project.
func InProject(path string) bool { return ofProject()(path) }

// ofProject returns InProject for several paths, as finding the project takes longer than to look
// at one.
func ofProject() func(path string) bool {
	here := Here(os.Getenv)
	root, err := filepath.EvalSymlinks(here.Root)
	if err != nil || Within(root, here.Folders().Home) {
		return func(string) bool { return false }
	}
	return func(path string) bool {
		real, err := filepath.EvalSymlinks(path)
		return err == nil && slices.ContainsFunc(append(linked(path), real), func(at string) bool { return Within(root, at) })
	}
}

// Within reports whether a path is dir or inside it, judged by their texts.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// mostLinks limits the links followed on a path, as on Linux.
const mostLinks = 40

// linked returns the folders, with links resolved, of the links on a path.
func linked(path string) (dirs []string) {
	at := filepath.VolumeName(path) + string(filepath.Separator)
	rest := names(path)
	for len(rest) > 0 && len(dirs) < mostLinks {
		to, err := os.Readlink(filepath.Join(at, rest[0]))
		if err != nil { // not a link, or missing
			at, rest = filepath.Join(at, rest[0]), rest[1:]
			continue
		}
		dirs, rest = append(dirs, at), append(names(to), rest[1:]...)
		if filepath.IsAbs(to) {
			at = filepath.VolumeName(to) + string(filepath.Separator)
		}
	}
	return dirs
}

// names returns the elements of a path.
func names(path string) []string {
	return strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
}
