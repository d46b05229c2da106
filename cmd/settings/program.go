package settings

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"bcrules.dev/engine/host"
)

// Bchook returns the bchook beside this program, as a place names it: by its path here or, for other
// machines, by its name, which each finds on its PATH.
func (p Place) Bchook() (Program, error) {
	self, err := os.Executable()
	if err != nil {
		return Program{}, err
	}
	name := "bchook" + filepath.Ext(strings.ToLower(filepath.Base(self)))
	beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), name))
	if err != nil {
		return Program{}, fmt.Errorf("found no %s in %s, want it beside bcrules: make install puts them there", name, filepath.Dir(self))
	}
	path := beside
	// A name on the PATH survives the version whose folder it leads to, but one that came with a
	// project may lead elsewhere after the next pull.
	if known, err := exec.LookPath("bchook"); err == nil && same(known, beside) && filepath.IsAbs(known) && host.Brought(known) == "" {
		path = known
	}
	if p.Moves() {
		if path = p.Contract(beside); path == beside || p.Kind == "shared" {
			path = "bchook"
		}
	}
	return Program{Path: path}, nil
}

// spelt returns the first word of a line as a shell expands it, "" if nobody can tell, and whether
// that is what the line says.
func spelt(word string) (name string, plain bool) {
	if rest, home := strings.CutPrefix(word, "~/"); home {
		word = "$HOME/" + rest
	}
	name = variable.ReplaceAllStringFunc(word, func(v string) string {
		if v = os.Getenv(strings.Trim(v, "${}")); strings.ContainsAny(v, " \t\n") { // it may split into several words
			return "$"
		}
		return v
	})
	if strings.ContainsAny(name, shellMarks+"~") {
		return "", false
	}
	return name, name == word
}

// variable matches a variable in a shell line, in its two plain forms.
var variable = regexp.MustCompile(`\$\w+|\$\{\w+\}`)

// beside reports whether a program lies, after links are resolved, in the folder of this one.
func beside(path string) bool {
	self, err1 := os.Executable()
	self, err2 := filepath.EvalSymlinks(self)
	real, err3 := filepath.EvalSymlinks(path)
	return errors.Join(err1, err2, err3) == nil && filepath.Dir(real) == filepath.Dir(self)
}

func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
