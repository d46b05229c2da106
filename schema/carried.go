package schema

import (
	"path"
	"slices"
	"strings"
)

// carried tracks files outside the project that rules both write and run. Trusting rules covers the
// project files they run, with their present content. It doesn't cover a file that is copied out of
// the project and run from there, so such a file is reported.
type carried struct {
	written []string  // files that rules write, anywhere
	ran     []Ability // one for each file outside the project that rules run
}

// outsideProject returns the clean name of a file, and whether it lies outside the project and its
// parent folders.
func outsideProject(file string) (name string, ok bool) {
	name = path.Clean(file)
	return name, strings.HasPrefix(name, someHome+"/") || path.IsAbs(fromProject(file))
}

// wrote adds absolute paths of files that rules write.
func (c *carried) wrote(files ...string) {
	for _, file := range files {
		if name, ok := outsideProject(file); ok {
			c.written = append(c.written, name)
		}
	}
}

// abilities returns the files that are both written and run, each once.
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
