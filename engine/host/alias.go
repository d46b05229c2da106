package host

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
)

// The project may have several paths: a link may lead to it, or to a folder above it. Rules compare
// paths as texts, so such a path is first rewritten to start at the project's own path. That has to
// follow links on the disk, so it is done only for paths whose text doesn't lie in the project, and
// once for each folder.

// A way is where a folder leads.
type way struct {
	root string // on its path, the project's root under another name; "" if it isn't there
	real string // with links resolved, "" if unknown
}

// waying guards the ways that hosts have cached, as lets may run concurrently.
var waying sync.Mutex

// way returns where the folder of an absolute path leads; the zero way for a path in the project or
// one that must not be followed.
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

// remote reports whether a path names another machine, as paths on Windows can: following it would
// use the network.
func remote(path string) bool { return strings.HasPrefix(filepath.VolumeName(path), `\\`) }

// Own returns a cleaned absolute path through another name of the project's root as one through
// Dir, and any other as it is. The rest of the path is kept. A path that is itself a link isn't
// followed, because removing a link leaves its target.
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

// Led is like Own, but also rewrites a path whose folder is in the project by any other link. The
// path need not exist.
func (h *Host) Led(path string) string {
	own := h.Own(path)
	if w := h.way(own); w.real != "" {
		if rel, ok := below(h.Real(), filepath.Join(w.real, filepath.Base(own))); ok {
			return filepath.Join(h.Dir, rel)
		}
	}
	return own
}

// Target returns where a link that is outside of the project leads in it, as a path through Dir; ""
// for any other path. The target need not exist.
func (h *Host) Target(path string) string {
	const most = 40 // links in a row, as systems allow
	w := h.way(path)
	if w.real == "" {
		return ""
	}
	link := filepath.Join(w.real, filepath.Base(path))
	at := link
	for range most {
		to, err := os.Readlink(at)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		dir, err := led(filepath.Dir(to))
		if err != nil || remote(to) {
			return ""
		}
		at = filepath.Join(dir, filepath.Base(to))
	}
	if rel, ok := below(h.Real(), at); ok && at != link {
		return filepath.Join(h.Dir, rel)
	}
	return ""
}

// Real returns the project's root with links resolved, the same by whichever name the agent was
// started there; Dir if that is unknown.
func (h *Host) Real() string {
	waying.Lock()
	defer waying.Unlock()
	if h.real == "" && h.Dir != "" {
		real, _ := led(h.Dir)
		h.real = cmp.Or(real, h.Dir)
	}
	return h.real
}
