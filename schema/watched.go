package schema

import (
	"path/filepath"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/build"
)

// watched returns the files that a layer depends on, and the folders where a new file would belong
// to it: the folders of all its files and, as CUE looks there, those between them and the rule
// folder. A shipped pack depends on no files. A third-party pack never changes: another version has
// another line in the module file.
func (l *loader) watched(dir string, inst *build.Instance) (sources, folders []string) {
	if strings.HasPrefix(dir, rules.Path+"/") {
		return nil, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil
	}
	folders = []string{abs}
	if inst != nil {
		sources = l.ruleFiles(inst)
	}
	if is, err := HasModule(abs); err != nil {
		sources = append(sources, filepath.Join(abs, "cue.mod")) // the layer has a fault about it
	} else if is {
		sources = append(sources, filepath.Join(abs, "cue.mod", "module.cue"), filepath.Join(abs, "cue.mod", "local-module.cue"))
	}
	for _, f := range sources {
		folders = append(folders, Between(abs, filepath.Dir(f))...)
	}
	for _, name := range plan.RuleFiles(abs).Names { // files that fail to load are in no instance
		sources = append(sources, filepath.Join(abs, name))
	}
	return sources, folders
}

// ruleFiles returns the absolute paths of the files of an instance and its imports, except those of
// packs.
func (l *loader) ruleFiles(inst *build.Instance) []string {
	var names []string
	for _, f := range inst.BuildFiles {
		if name, pack := l.origins.name(f.Filename); !pack {
			names = append(names, name)
		}
	}
	for _, i := range inst.Imports {
		names = append(names, l.ruleFiles(i)...)
	}
	return names
}

// Between returns a package's folder and its parents up to the rule folder, as files in these may
// also belong to the package. A folder elsewhere is returned alone.
func Between(rules, dir string) []string {
	all := []string{dir}
	for strings.HasPrefix(dir, rules+string(filepath.Separator)) {
		dir = filepath.Dir(dir)
		all = append(all, dir)
	}
	return all
}
