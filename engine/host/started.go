package host

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Startable finds a program that this one starts unasked, such as git or a browser opener. It skips
// what the project has on the PATH, by its own tools or direnv: nobody asked for that.
func Startable(name string) (string, error) {
	passed := ""
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // it depends on the current folder
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

// Environ returns the environment for such a program, without values that lead into the project, as
// it would start or load what is there. The PATH keeps its other folders.
func Environ() []string {
	var kept []string
	in := ofProject()
	for _, set := range os.Environ() {
		name, value, _ := strings.Cut(set, "=")
		if strings.EqualFold(name, "PATH") {
			dirs := slices.DeleteFunc(filepath.SplitList(value), func(dir string) bool { return !filepath.IsAbs(dir) || in(dir) })
			kept = append(kept, name+"="+strings.Join(dirs, string(filepath.ListSeparator)))
			continue
		}
		if !slices.ContainsFunc(strings.FieldsFunc(value, between), func(word string) bool { return leadsInto(word, in) }) {
			kept = append(kept, set)
		}
	}
	return kept
}

// between reports what separates paths in a variable: as in PATH, or blanks as in LD_PRELOAD and
// BROWSER.
func between(r rune) bool { return r == filepath.ListSeparator || r == ' ' || r == '\t' || r == '\n' }

// leadsInto reports whether a word is a path into the project (in), even to something that doesn't
// exist yet. Only an absolute path counts: other words may be any text.
func leadsInto(word string, in func(path string) bool) bool {
	at, err := filepath.Abs(word)
	for filepath.IsAbs(word) && err == nil && at != filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil {
			break
		}
		at = filepath.Dir(at)
	}
	return err == nil && in(at)
}
