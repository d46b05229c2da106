package settings

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Bchook returns the bchook beside this program, as a place names it: by its path here
// or, for other machines, by its name, which each finds on its PATH.
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
	// A name on the PATH outlives the folder of one version that it leads to.
	if known, err := exec.LookPath("bchook"); err == nil && same(known, beside) && filepath.IsAbs(known) {
		path = known
	}
	if p.Moves() {
		if path = p.Contract(beside); path == beside || p.Kind == "shared" {
			path = "bchook"
		}
	}
	return Program{Path: path}, nil
}

func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
