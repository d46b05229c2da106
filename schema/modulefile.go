package schema

import (
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"

	"cuelang.org/go/cue/load"
	"cuelang.org/go/mod/modfile"
)

// moduleFiles lays what stands in the module file of a folder, in that of the developer's
// own beside it, and in those of the folders that this has in the place of modules, over the
// disk, so that what is loaded is what is known.
func (w *workspace) moduleFiles() error {
	main, local := moduleFile(w.module), filepath.Join(w.module, "cue.mod", "local-module.cue")
	for _, path := range []string{main, local} {
		if err := w.moduleFile(path); err != nil {
			return err
		}
	}
	for _, dir := range replaced(w.file(main), w.file(local)) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(w.module, dir)
		}
		if err := w.moduleFile(moduleFile(dir)); err != nil {
			return err
		}
	}
	return nil
}

// moduleFile is that of the module in a folder.
func moduleFile(dir string) string { return filepath.Join(dir, "cue.mod", "module.cue") }

// moduleFile lays what stands in one of them over the disk, if it is there.
func (w *workspace) moduleFile(path string) error {
	info, err := os.Stat(path)
	if files.Absent(err) {
		return nil
	}
	if err == nil {
		err = unreadable(path, info)
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	w.overlay[path] = load.FromBytes(data)
	w.read = append(w.read, File{Path: path, Data: data})
	return nil
}

// file returns what was read of a file, nil if it wasn't.
func (w *workspace) file(path string) []byte {
	for _, f := range w.read {
		if f.Path == path {
			return f.Data
		}
	}
	return nil
}

// replaced returns the folders that a developer's own module file has in the place of
// modules, as they are written; none where CUE will find a fault.
func replaced(main, local []byte) (dirs []string) {
	f, _ := localModule(main, local)
	if f == nil {
		return nil
	}
	for _, dep := range f.Deps {
		if strings.HasPrefix(dep.ReplaceWith, ".") || strings.HasPrefix(dep.ReplaceWith, "/") || filepath.IsAbs(dep.ReplaceWith) {
			dirs = append(dirs, filepath.FromSlash(dep.ReplaceWith))
		}
	}
	return dirs
}

// localModule reads a developer's own module file with the one beside it; nil if either can't
// be read.
func localModule(main, local []byte) (own, base *modfile.File) {
	base, err := modfile.ParseNonStrict(main, "module.cue")
	if err != nil || local == nil {
		return nil, base
	}
	if own, err = modfile.ParseLocal(local, "local-module.cue", base); err != nil {
		return nil, base
	}
	return own, base
}

// moved has the copy of a module take copies of the folders that stand for modules: those that
// the developer's own file names by absolute paths lie elsewhere, too.
func (w *workspace) moved(module string, at func(path string) string) {
	path := filepath.Join(module, "cue.mod", "local-module.cue")
	own, base := localModule(w.file(moduleFile(module)), w.file(path))
	if own == nil {
		return
	}
	for _, dep := range own.Deps {
		if filepath.IsAbs(dep.ReplaceWith) {
			dep.ReplaceWith = at(dep.ReplaceWith)
		}
	}
	if data, err := modfile.FormatLocal(own, base); err == nil {
		w.overlay[at(path)] = load.FromBytes(data)
	}
}
