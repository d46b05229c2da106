package schema

import (
	"path"
	"slices"
	"strings"
)

// A carried is what the rules of a set put somewhere outside of the project and run from there.
// Whoever trusts rules trusts the files of the project that these run, as they are then; what is
// run by way of such a place may be of the project and is none of these files: it can't be told.
type carried struct {
	written []string  // files that rules write, wherever
	ran     []Ability // each a file outside of the project that they run
}

// beyond returns a file by its one name if it doesn't lie in the project, nor in a folder about it.
func beyond(file string) (name string, ok bool) {
	name = path.Clean(file)
	return name, strings.HasPrefix(name, someHome+"/") || path.IsAbs(fromProject(file))
}

// wrote adds files that rules write, absolute.
func (c *carried) wrote(files ...string) {
	for _, file := range files {
		if name, ok := beyond(file); ok {
			c.written = append(c.written, name)
		}
	}
}

// abilities returns what is run of what was written, each once.
func (c *carried) abilities() (all []Ability) {
	for _, a := range c.ran {
		holds := func(file string) bool {
			return file == a.What || strings.HasPrefix(file, a.What+"/") || strings.HasPrefix(a.What, file+"/")
		}
		if !slices.ContainsFunc(c.written, holds) {
			continue
		}
		if a.What = strings.Replace(a.What, someHome, "~", 1) + ", which rules write"; !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}
