package schema

import (
	"path/filepath"
	"strings"
	"sync"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue/token"
)

// Origins are the folders of packs, as they lie in the overlay or in CUE's cache,
// and what people call them: an import path, of third parties with the version.
// CUE asks for several modules at once.
type origins struct {
	mu     sync.Mutex
	names  map[string]string // by folder
	copies map[string]string // by file: where what it is a copy of lies
}

func (o *origins) add(dir, name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.names == nil {
		o.names = map[string]string{}
	}
	o.names[dir] = name
}

// copied notes that a file of the overlay is a copy.
func (o *origins) copied(file, of string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.copies == nil {
		o.copies = map[string]string{}
	}
	o.copies[file] = of
}

// name returns what people call a file, and whether it is a pack's. A file of
// the author's own keeps its path, which is absolute.
func (o *origins) name(file string) (string, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if of, ok := o.copies[file]; ok {
		return of, false
	}
	for dir, name := range o.names {
		if rest, ok := strings.CutPrefix(file, dir+string(filepath.Separator)); ok {
			return name + "/" + filepath.ToSlash(rest), true
		}
	}
	return file, false
}

// module returns the module of a third party that a file is of, with its version; "" if
// it is of none.
func (o *origins) module(file string) string {
	name, pack := o.name(file)
	module, rest, ok := strings.Cut(name, "@")
	if !pack || !ok {
		return ""
	}
	version, _, _ := strings.Cut(rest, "/")
	return module + "@" + version
}

// Pos turns CUE's position into ours.
func Pos(p token.Pos) plan.Pos {
	if !p.IsValid() {
		return plan.Pos{}
	}
	return plan.Pos{File: filepath.ToSlash(p.Filename()), Line: p.Line(), Col: p.Column()}
}

// ofPack reports whether a position lies in a pack, which is not where its user
// mends a fault.
func ofPack(p token.Pos) bool { return own(p) && !filepath.IsAbs(p.Filename()) }

// own reports whether a position lies in a rule file and not in the schema.
func own(p token.Pos) bool {
	return p.IsValid() && p.Filename() != "" && p.Filename() != Path
}

// Display returns a file as people in folder dir call it.
func Display(file, dir string) string {
	if rel, err := filepath.Rel(dir, filepath.FromSlash(file)); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}
