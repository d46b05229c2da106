package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

func placeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "project", Usage: "in .claude/settings.json of this folder (default)"},
		&cli.BoolFlag{Name: "local", Usage: "in .claude/settings.local.json of this repository"},
		&cli.BoolFlag{Name: "user", Usage: "in ~/.claude/settings.json"},
		&cli.StringFlag{Name: "plugin", Usage: "in hooks/hooks.json of the plugin in `DIR`"},
	}
}

func dryRunFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"}
}

// placed reads the settings file that the flags choose.
func placed(c *cli.Context) (here string, place settings.Place, file *settings.File, err error) {
	if here, err = os.Getwd(); err != nil {
		return
	}
	var chosen []string
	for _, name := range []string{"project", "local", "user", "plugin"} {
		if c.IsSet(name) {
			chosen = append(chosen, name)
		}
	}
	switch {
	case len(chosen) > 1:
		err = usageError(c, fmt.Errorf("found --%s, want one of them", strings.Join(chosen, " and --")), false)
		return
	case c.NArg() > 0:
		err = unwanted(c)
		return
	case len(chosen) == 0:
		chosen = []string{"project"}
	}
	if chosen[0] == "plugin" {
		place, err = settings.Plugin(c.String("plugin"))
	} else {
		var all []settings.Place
		if all, err = settings.Places(here); err == nil {
			i := slices.IndexFunc(all, func(p settings.Place) bool { return p.Kind == chosen[0] })
			place = all[max(i, 0)] // here is the user's own folder
		}
	}
	if err == nil {
		file, err = settings.Read(schema.Display(place.File, here))
	}
	return
}

// bchook is the bchook beside this program, as a place names it.
func bchook(place settings.Place) (settings.Program, error) {
	self, err := os.Executable()
	if err != nil {
		return settings.Program{}, err
	}
	name := "bchook" + filepath.Ext(strings.ToLower(filepath.Base(self)))
	beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), name))
	if err != nil {
		return settings.Program{}, fmt.Errorf("found no %s in %s, want it beside bcrules: make install puts them there", name, filepath.Dir(self))
	}
	path := beside
	// A name on the PATH outlives the folder of one version that it leads to.
	if known, err := exec.LookPath("bchook"); err == nil && same(known, beside) && filepath.IsAbs(known) {
		path = known
	}
	if place.Kind == "plugin" {
		if path = place.Contract(beside); path == beside {
			path = "bchook"
		}
	}
	return settings.Program{Path: path}, nil
}

func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// answering returns the layers that answer, none for those that hold where the
// agent runs: what is to be given to the program, or else what it is given now.
func answering(place settings.Place, given []string, file *settings.File) []string {
	if entries := file.Managed(); given == nil && len(entries) > 0 {
		given = entries[0].Rules()
	}
	var layers []string
	for _, dir := range given {
		layers = append(layers, place.Expand(dir))
	}
	return layers
}

// writeDiff shows what is to change in a file.
func writeDiff(w io.Writer, f *settings.File) {
	screenOf(w)
	for _, line := range strings.SplitAfter(f.Diff(), "\n") {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "+"):
			line = strings.Replace(line, text, good.Sprint(text), 1)
		case strings.HasPrefix(line, "-"):
			line = strings.Replace(line, text, bad.Sprint(text), 1)
		}
		io.WriteString(w, line)
	}
}
