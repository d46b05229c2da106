package schema

import (
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"

	"cuelang.org/go/cue/load"
	"cuelang.org/go/mod/modfile"
)

// moduleFiles overlays the module file of a folder, the developer's local one beside it, and the
// module files of folders that the latter substitutes for modules, so that CUE loads exactly what
// was read.
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

// moduleFile returns the path of the module file in a folder.
func moduleFile(dir string) string { return filepath.Join(dir, "cue.mod", "module.cue") }

// moduleFile overlays a module file, if it exists.
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

// file returns the content of a file that was read, nil if it wasn't.
func (w *workspace) file(path string) []byte {
	for _, f := range w.read {
		if f.Path == path {
			return f.Data
		}
	}
	return nil
}

// replaced returns the folders that a local module file substitutes for modules, as written; none
// if CUE will report a fault in it.
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

// localModule parses a module file, base, and the local one beside it, own; own is nil if either
// can't be read.
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

// moved makes the copy of a module use copies of the folders that replace modules: absolute paths
// in its local module file would lead to the originals.
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
