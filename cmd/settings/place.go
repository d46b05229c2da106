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
	Kind string // local, user, shared, plugin or managed
	File string // absolute
	Root string // folder of the plugin that has the file, else of the project
}

// Places returns the settings files of the user and of the project whose agent starts in dir; see
// layers.SettingsOf. It fails if the user's home is unknown.
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

// Expand returns a command or an argument as the agent passes it on.
func (p Place) Expand(arg string) string {
	name := projectRoot
	if p.Kind == "plugin" {
		name = pluginRoot
	}
	return strings.ReplaceAll(arg, name, p.Root)
}

// Contract returns a path as an entry at this place writes it. A plugin or a project moves to other
// folders and machines, so it names its own files relative to its folder.
func (p Place) Contract(path string) string {
	top := map[string]string{"plugin": pluginRoot, "shared": projectRoot}[p.Kind]
	if rel, err := filepath.Rel(p.Root, path); err == nil && filepath.IsLocal(rel) && top != "" {
		return top + "/" + filepath.ToSlash(rel)
	}
	return path
}

// Moves reports whether the file is also used in other folders and on other machines.
func (p Place) Moves() bool { return p.Kind == "plugin" || p.Kind == "shared" }

// Flag returns the flag, after a space, that selects the place on a command line typed in the folder
// here; "" for the default place.
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

// Answering returns the layers that answer: those given, or else those that entries of the file name
// now and will keep; none for those that apply where the agent runs. It fails if an entry would keep
// layers that the user neither named nor trusts as they are read.
func (f *File) Answering(given []string, trusted func(rules []string) bool) (layers []string, err error) {
	if given == nil {
		for _, e := range f.Managed() {
			if dirs, why := f.Rules(e); why != "" && !trusted(dirs) {
				return nil, &plan.Error{Pos: e.Pos, Err: fmt.Errorf("%s; want --rules, or bcrules trust %s, to keep it, or bcrules uninstall%s to remove the entry", why, shell(dirs), f.place.Flag(""))}
			}
			given = e.Rules()
		}
	}
	for _, dir := range given {
		layers = append(layers, f.place.Expand(dir))
	}
	return layers, nil
}
