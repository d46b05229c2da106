package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"

	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/load"
)

// A File is a file as it was read.
type File struct {
	Path string
	Data []byte
}

// Freeze makes the layer of a folder, absolute, one of files as they were, whatever
// lies on the disk by now. The files are those that Layer.Files had of it.
func (s *Schema) Freeze(dir string, files []File) {
	if s.frozen == nil {
		s.frozen = map[string][]File{}
	}
	s.frozen[dir] = files
}

// Suppose has a layer read as if a file stood in its folder already, which need not be there
// yet: who writes it knows before whether it holds together with what is there.
func (s *Schema) Suppose(f File) { s.supposed = append(s.supposed, f) }

// supposes reports whether a file is supposed in a folder, and lays those over that are.
func (l *loader) supposes(w *workspace, dir string) (found bool) {
	for _, f := range l.supposed {
		if filepath.Dir(f.Path) == dir {
			w.overlay[f.Path], found = load.FromBytes(f.Data), true
		}
	}
	return found
}

// Content returns what a layer's file has: as it is supposed to be, or else on the disk.
func (s *Schema) Content(path string) ([]byte, error) {
	for _, f := range slices.Backward(s.supposed) {
		if f.Path == path {
			return f.Data, nil
		}
	}
	return files.Read(files.At(path))
}

// copiesRoot is a folder that exists in the overlay only.
const copiesRoot = "/bcrules.dev/copies"

// lay lays frozen files under a folder of the overlay, where nothing of the disk is.
func (l *loader) lay(w *workspace, dir string, files []File) {
	at := func(path string) string {
		return filepath.Join(string(filepath.Separator), filepath.FromSlash(copiesRoot), strings.ReplaceAll(path, ":", "_"))
	}
	for _, f := range files {
		w.overlay[at(f.Path)] = load.FromBytes(f.Data)
		l.origins.copied(at(f.Path), f.Path)
		if filepath.Base(filepath.Dir(f.Path)) == "cue.mod" {
			w.read = append(w.read, f)
		}
	}
	w.root = at(dir)
	for up := dir; ; up = filepath.Dir(up) {
		if w.overlay[at(filepath.Join(up, "cue.mod", "module.cue"))] != nil {
			w.module = at(up)
			w.moved(up, at)
			return
		}
		if up == filepath.Dir(up) {
			return
		}
	}
}

// texts returns the files an instance was made of, and what it imports, as they
// were read, but not those of packs.
func (l *loader) texts(inst *build.Instance) []File {
	var all []File
	for _, f := range inst.BuildFiles {
		if data, ok := f.Source.([]byte); ok {
			if name, pack := l.origins.name(f.Filename); !pack {
				all = append(all, File{Path: name, Data: data})
			}
		}
	}
	for _, i := range inst.Imports {
		all = append(all, l.texts(i)...)
	}
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(all, func(a, b File) bool { return a.Path == b.Path })
}

// modules adds to hashes, by module, the files of others' modules that an instance
// imports.
func (l *loader) modules(inst *build.Instance, read map[string]bool, hashes map[string]hash.Hash) {
	for _, f := range inst.BuildFiles {
		name := l.origins.module(f.Filename)
		data, ok := f.Source.([]byte)
		if name == "" || !ok || read[f.Filename] {
			continue
		}
		read[f.Filename] = true
		if hashes[name] == nil {
			hashes[name] = sha256.New()
		}
		file, _ := l.origins.name(f.Filename)
		fmt.Fprintf(hashes[name], "%q %d\n", file, len(data))
		hashes[name].Write(data)
	}
	for _, i := range inst.Imports {
		l.modules(i, read, hashes)
	}
}

// sums returns the hashes of the modules of others that an instance imports, SHA-256, hex.
func (l *loader) sums(inst *build.Instance) map[string]string {
	hashes := map[string]hash.Hash{}
	l.modules(inst, map[string]bool{}, hashes)
	sums := map[string]string{}
	for name, h := range hashes {
		sums[name] = hex.EncodeToString(h.Sum(nil))
	}
	return sums
}
