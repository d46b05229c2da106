package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Place is a file in which the agent looks for hooks.
type Place struct {
	Kind string // local, user, shared or plugin
	File string // absolute
	Root string // folder that a plugin's file belongs to, else that of the project
}

// Places returns the settings files of the user and of a project whose agent is
// started in dir; see layers.SettingsOf. It fails if there is no telling the user's home.
func Places(dir string) ([]Place, error) {
	home := host.Here(os.Getenv).Folders().Home
	if home == "" && os.Getenv("CLAUDE_CONFIG_DIR") == "" {
		return nil, errors.New("found no home folder, want one: the agent's settings are there")
	}
	var all []Place
	files, err := layers.SettingsOf(dir, home, os.Getenv)
	for _, f := range files {
		all = append(all, Place{f.Kind, f.File, dir})
	}
	return all, err
}

// Plugin returns the place of a plugin's hooks.
func Plugin(dir string) (Place, error) {
	abs, err := filepath.Abs(dir)
	return Place{"plugin", filepath.Join(abs, "hooks", "hooks.json"), abs}, err
}

const (
	pluginRoot  = "${CLAUDE_PLUGIN_ROOT}"
	projectRoot = "${CLAUDE_PROJECT_DIR}"
)

// Expand returns what a command or an argument becomes when the agent starts it.
func (p Place) Expand(arg string) string {
	name := projectRoot
	if p.Kind == "plugin" {
		name = pluginRoot
	}
	return strings.ReplaceAll(arg, name, p.Root)
}

// Contract returns a path as an entry at this place names it: what is moved to other
// folders and machines, a plugin or a project, names its own files from its folder.
func (p Place) Contract(path string) string {
	top := map[string]string{"plugin": pluginRoot, "shared": projectRoot}[p.Kind]
	if rel, err := filepath.Rel(p.Root, path); err == nil && filepath.IsLocal(rel) && top != "" {
		return top + "/" + filepath.ToSlash(rel)
	}
	return path
}

// Moves reports whether the file is used in other folders and on other machines, too.
func (p Place) Moves() bool { return p.Kind == "plugin" || p.Kind == "shared" }

// Flag is what chooses the place on a command line that is typed in folder here, with a
// space before it; "" for the place that is chosen without.
func (p Place) Flag(here string) string {
	switch p.Kind {
	case "local":
		return ""
	case "plugin":
		root := p.Root
		if rel, err := filepath.Rel(here, root); err == nil && filepath.IsLocal(rel) {
			root = rel
		}
		return " --plugin " + Quoted(root)
	}
	return " --" + p.Kind
}

// Answering returns the layers that answer: what is to be given to the program, or else what
// entries of the file give it now, which stays; none for those that count where the agent runs.
// It fails where what would stay is not its user's word, nor trusted as somebody reads it.
func (f *File) Answering(given []string, trusted func(rules []string) bool) (layers []string, err error) {
	if given == nil {
		for _, e := range f.Managed() {
			if dirs, why := f.Rules(e); why != "" && !trusted(dirs) {
				return nil, &plan.Error{Pos: e.Pos, Err: fmt.Errorf("%s; want --rules, or bcrules trust %s, if it is to hold, or the entry gone (bcrules uninstall%s)", why, shell(dirs), f.place.Flag(""))}
			}
			given = e.Rules()
		}
	}
	for _, dir := range given {
		layers = append(layers, f.place.Expand(dir))
	}
	return layers, nil
}
