package host

import (
	"cmp"
	"path/filepath"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
)

// The project may have several paths: a link may lead to it, or to a folder above it. Rules compare
// paths by their words, so such a path is spelt as one in the project first. That needs a look at
// files, so it is done only for paths that don't lie in the project by their words, once for a folder.

// A way is where a folder leads.
type way struct {
	root string // on its path, the project's root under another name; "" if it isn't there
	real string // with links resolved, "" if nobody can tell
}

// waying guards what hosts know of ways: lets may be asked side by side.
var waying sync.Mutex

// way returns where the folder leads that an absolute path lies in. It is nowhere for a path in the
// project, and for one that is not to be looked at.
func (h *Host) way(path string) way {
	if h.Dir == "" || h.Everything() || !filepath.IsAbs(path) || remote(path) || len(path) >= mostPath || h.Stage.within(path) != nil {
		return way{}
	}
	if _, in := below(h.Dir, path); in {
		return way{}
	}
	dir := filepath.Dir(path)
	waying.Lock()
	defer waying.Unlock()
	w, known := h.ways[dir]
	if !known {
		if h.ways == nil {
			h.ways = map[string]way{}
		}
		w.root = files.Above(dir, h.Dir)
		w.real, _ = led(dir)
		h.ways[dir] = w
	}
	return w
}

// remote reports whether a path names another machine, as Windows has them: looking at it would ask
// that for it.
func remote(path string) bool { return strings.HasPrefix(filepath.VolumeName(path), `\\`) }

// Own returns a cleaned absolute path through another name of the project's root as one through Dir,
// and any other as it is. What follows the root on the path stays, so its names say what they said.
// A path that is itself a link counts where it lies: whoever removes it leaves what it leads to.
func (h *Host) Own(path string) string {
	w := h.way(path)
	if rel, ok := below(w.root, path); ok {
		return filepath.Join(h.Dir, rel)
	}
	if w.real != "" && filepath.Join(w.real, filepath.Base(path)) == h.Real() {
		return h.Dir
	}
	return path
}

// Led is like Own, but also finds a path whose folder lies in the project, whichever links lead there.
// The path need not exist.
func (h *Host) Led(path string) string {
	own := h.Own(path)
	if w := h.way(own); w.real != "" {
		if rel, ok := below(h.Real(), filepath.Join(w.real, filepath.Base(own))); ok {
			return filepath.Join(h.Dir, rel)
		}
	}
	return own
}

// Real returns the project's root with links resolved, the same by whichever name the agent was
// started there; Dir if nobody can tell.
func (h *Host) Real() string {
	waying.Lock()
	defer waying.Unlock()
	if h.real == "" && h.Dir != "" {
		real, _ := led(h.Dir)
		h.real = cmp.Or(real, h.Dir)
	}
	return h.real
}
