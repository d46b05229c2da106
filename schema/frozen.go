package schema

import (
	"bytes"
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

// A supposition is a file that a layer is read with as if it were in the layer's folder.
type supposition struct {
	File
	amends bool   // this program derived it from the file that was there
	was    []byte // content of that file, nil for none
}

// Suppose makes a layer include a file that need not exist yet, so that its content can be
// checked before it is written. A trusted layer isn't trusted with it.
func (s *Schema) Suppose(f File) { s.supposed = append(s.supposed, supposition{File: f}) }

// Amend is Suppose for a file that this program derived from the existing one, whose content is
// was, nil if there is none. If the existing layer is trusted, so is the result.
func (s *Schema) Amend(f File, was []byte) {
	s.supposed = append(s.supposed, supposition{f, true, was})
}

// supposing returns the supposed files of a folder.
func (s *Schema) supposing(dir string) (all []supposition) {
	for _, f := range s.supposed {
		if filepath.Dir(f.Path) == dir {
			all = append(all, f)
		}
	}
	return all
}

// amended returns a layer's files with the supposed ones in their place. It reports false if one of
// these wasn't derived from the layer's files.
func (s Supply) amended(supposed []supposition) ([]File, bool) {
	all := slices.Clone(s.Files)
	for _, f := range supposed {
		path := filepath.Join(s.From, filepath.Base(f.Path))
		at := slices.IndexFunc(s.Files, func(o File) bool { return o.Path == path })
		switch {
		case OfTests(path):
			continue // not part of what is trusted
		case !f.amends || (at >= 0) != (f.was != nil) || at >= 0 && !bytes.Equal(s.Files[at].Data, f.was):
			return nil, false
		}
		all = append(slices.DeleteFunc(all, func(o File) bool { return o.Path == path }), File{path, f.Data})
	}
	return all, true
}

// Content returns the content of a layer's file: the supposed one, else that on disk.
func (s *Schema) Content(path string) ([]byte, error) {
	for _, f := range slices.Backward(s.supposed) {
		if f.Path == path {
			return f.Data, nil
		}
	}
	return files.Read(files.At(path))
}

// copiesRoot is a folder that exists only in the overlay.
const copiesRoot = "/bcrules.dev/copies"

// lay copies a layer's files to a folder of the overlay, so that nothing on disk is read. Files in
// the layer's folder are still reported under the layer's own path.
func (l *loader) lay(w *workspace, dir string, s Supply) {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	at := func(path string) string {
		return filepath.Join(string(filepath.Separator), filepath.FromSlash(copiesRoot), strings.ReplaceAll(path, ":", "_"))
	}
	for _, f := range s.Files {
		w.overlay[at(f.Path)] = load.FromBytes(f.Data)
		l.origins.copied(at(f.Path), renamed(f.Path, s.From, dir))
		if filepath.Base(filepath.Dir(f.Path)) == "cue.mod" {
			w.read = append(w.read, f)
		}
	}
	w.root = at(s.From)
	for up := s.From; ; up = filepath.Dir(up) {
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

// renamed returns the path of a file with its folder renamed; a path outside the folder is unchanged.
func renamed(path, dir, name string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join(name, rel)
	}
	return path
}

// texts returns the files of an instance and of its imports, as they were read, except those of
// packs.
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

// modules adds the files of third-party modules that an instance imports to hashes, by module.
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

// sums returns the SHA-256 hashes, hex, of the third-party modules that an instance imports.
func (l *loader) sums(inst *build.Instance) map[string]string {
	hashes := map[string]hash.Hash{}
	l.modules(inst, map[string]bool{}, hashes)
	sums := map[string]string{}
	for name, h := range hashes {
		sums[name] = hex.EncodeToString(h.Sum(nil))
	}
	return sums
}
