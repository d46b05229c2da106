package host

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Startable finds a program that this one starts of itself, such as git or what opens a browser. What
// the project has on the PATH, by its own tools or by direnv, is passed over: nobody asked for it.
func Startable(name string) (string, error) {
	passed := ""
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // it is another program in another folder
		}
		path, err := exec.LookPath(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if !InProject(path) {
			return path, nil
		}
		passed = fmt.Sprintf(" but %s, which is of the project", path)
	}
	return "", fmt.Errorf("found no %s on the PATH%s, want one", name, passed)
}

// Environ is the environment of such a program: without what leads into the project, as the program
// would start or load it. The PATH keeps its other folders.
func Environ() []string {
	var kept []string
	for _, set := range os.Environ() {
		name, value, _ := strings.Cut(set, "=")
		if strings.EqualFold(name, "PATH") {
			dirs := slices.DeleteFunc(filepath.SplitList(value), func(dir string) bool { return !filepath.IsAbs(dir) || InProject(dir) })
			kept = append(kept, name+"="+strings.Join(dirs, string(filepath.ListSeparator)))
			continue
		}
		if !slices.ContainsFunc(strings.FieldsFunc(value, between), leadsInto) {
			kept = append(kept, set)
		}
	}
	return kept
}

// between reports what parts the paths of a variable: that of the PATH, or blanks as those of
// LD_PRELOAD and BROWSER do.
func between(r rune) bool { return r == filepath.ListSeparator || r == ' ' || r == '\t' || r == '\n' }

// leadsInto reports whether a word is a path into the project, also of what isn't there yet. By its
// words alone that is told of an absolute path: others are texts of all kinds.
func leadsInto(word string) bool {
	at, err := filepath.Abs(word)
	for filepath.IsAbs(word) && err == nil && at != filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil {
			break
		}
		at = filepath.Dir(at)
	}
	return err == nil && InProject(at)
}
