package schema

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/load"
)

// Freeze makes the layer of a folder, absolute, one of files as they were, whatever
// lies on the disk by now. The files are those that Set.Files had of it.
func (s *Schema) Freeze(dir string, files []File) {
	if s.frozen == nil {
		s.frozen = map[string][]File{}
	}
	s.frozen[dir] = files
}

// copiesRoot is a folder that exists in the overlay only.
const copiesRoot = "/bcrules.dev/copies"

// lay lays frozen files under a folder of the overlay, where nothing of the disk is,
// and returns where the layer's folder and its module's root are there; module is ""
// if it has none.
func (c *compiler) lay(overlay map[string]load.Source, dir string, files []File) (root, module string) {
	at := func(path string) string {
		return filepath.Join(string(filepath.Separator), filepath.FromSlash(copiesRoot), strings.ReplaceAll(path, ":", "_"))
	}
	for _, f := range files {
		overlay[at(f.Path)] = load.FromBytes(f.Data)
		c.origins.copied(at(f.Path), f.Path)
	}
	root = at(dir)
	for up := root; len(up) > len(copiesRoot); up = filepath.Dir(up) {
		if overlay[filepath.Join(up, "cue.mod", "module.cue")] != nil {
			return root, up
		}
	}
	return root, ""
}

// moduleFiles lays what stands in the module file of a folder, and in that of the
// developer's own beside it, over the disk, so that what is loaded is what is known.
func (c *compiler) moduleFiles(overlay map[string]load.Source, module string) error {
	for _, name := range []string{"module.cue", "local-module.cue"} {
		path := filepath.Join(module, "cue.mod", name)
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		overlay[path] = load.FromBytes(data)
		c.read = append(c.read, File{Path: path, Data: data})
	}
	return nil
}

// texts returns the files an instance was made of, and what it imports, as they
// were read, but not those of packs.
func (c *compiler) texts(inst *build.Instance) []File {
	var all []File
	for _, f := range inst.BuildFiles {
		if data, ok := f.Source.([]byte); ok {
			if name, pack := c.origins.name(f.Filename); !pack {
				all = append(all, File{Path: name, Data: data})
			}
		}
	}
	for _, i := range inst.Imports {
		all = append(all, c.texts(i)...)
	}
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(all, func(a, b File) bool { return a.Path == b.Path })
}
