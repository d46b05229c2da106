package schema

import (
	"path/filepath"
	"strings"
	"sync"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue/token"
)

// origins maps the folders of packs, in the overlay or in CUE's cache, to the names that people
// see: an import path, with the version if it is third-party. It has a lock, as CUE reads several
// modules at once.
type origins struct {
	mu     sync.Mutex
	names  map[string]string // by folder
	copies map[string]string // originals by file of the overlay
}

func (o *origins) add(dir, name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.names == nil {
		o.names = map[string]string{}
	}
	o.names[dir] = name
}

// copied records the original of a file in the overlay.
func (o *origins) copied(file, of string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.copies == nil {
		o.copies = map[string]string{}
	}
	o.copies[file] = of
}

// name returns the name of a file that people see, and whether it belongs to a pack. An author's
// own file keeps its absolute path.
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

// module returns the third-party module of a file, with its version; "" if it has none.
func (o *origins) module(file string) string {
	name, pack := o.name(file)
	module, rest, ok := strings.Cut(name, "@")
	if !pack || !ok {
		return ""
	}
	version, _, _ := strings.Cut(rest, "/")
	return module + "@" + version
}

// Pos converts a position of CUE's.
func Pos(p token.Pos) plan.Pos {
	if !p.IsValid() {
		return plan.Pos{}
	}
	return plan.Pos{File: filepath.ToSlash(p.Filename()), Line: p.Line(), Col: p.Column()}
}

// ofPack reports whether a position lies in a pack, where the pack's user can't fix a fault.
func ofPack(p token.Pos) bool { return own(p) && !filepath.IsAbs(p.Filename()) }

// own reports whether a position lies in a rule file and not in the schema.
func own(p token.Pos) bool {
	return p.IsValid() && p.Filename() != "" && p.Filename() != Path
}

// Display returns the path of a file relative to dir, if it lies there.
func Display(file, dir string) string {
	if rel, err := filepath.Rel(dir, filepath.FromSlash(file)); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}
