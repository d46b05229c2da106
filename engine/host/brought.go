package host

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A program that the PATH has may be one of the project: its node_modules/.bin, what direnv adds.

// Brought says why what a path leads to may be of somebody else's making, or come to be: who has a
// link on the way says where it leads next. It is "" if it isn't.
func Brought(path string) string {
	folders := Here(os.Getenv).Folders()
	why := folders.Brought(path)
	for _, dir := range linked(path) {
		why = cmp.Or(why, folders.Brought(dir))
	}
	return why
}

// InProject reports whether what a path leads to, or a link on the way, lies in the project that this
// process runs in. A folder with the user's home in it is no project here.
func InProject(path string) bool {
	here := Here(os.Getenv)
	root, err1 := filepath.EvalSymlinks(here.Root)
	real, err2 := filepath.EvalSymlinks(path)
	if err1 != nil || err2 != nil || Within(root, here.Folders().Home) {
		return false
	}
	return slices.ContainsFunc(append(linked(path), real), func(at string) bool { return Within(root, at) })
}

// Within reports whether a path is a folder, or lies in it, by their words.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// mostLinks is as many as a path is followed through, as by Linux.
const mostLinks = 40

// linked returns the folders, by paths without links, that have the links on the way of a path.
func linked(path string) (dirs []string) {
	at := filepath.VolumeName(path) + string(filepath.Separator)
	rest := names(path)
	for len(rest) > 0 && len(dirs) < mostLinks {
		to, err := os.Readlink(filepath.Join(at, rest[0]))
		if err != nil { // no link, or nothing
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

// names returns the names that a path is of.
func names(path string) []string {
	return strings.FieldsFunc(path[len(filepath.VolumeName(path)):], func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
}
