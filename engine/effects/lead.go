package effects

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// led returns files by the paths that links of the call lead to: of ln -s ~/a b, b/c is
// ~/a/c. What is done to a link itself, as deleting it, isn't done to where it leads.
func (a *analysis) led(list []File) []File {
	const most = 8 // links that lead to links
	if len(a.leads) == 0 {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		for range most {
			path, ok := a.lead(list[i])
			if !ok {
				break
			}
			list[i].Path = path
		}
	}
	return list
}

// lead returns the path that the last link on that of a file leads to; not ok for none.
func (a *analysis) lead(f File) (path string, ok bool) {
	for _, l := range slices.Backward(a.leads) {
		if rest, below := strings.CutPrefix(f.Path, l.At+"/"); below {
			return strings.TrimSuffix(l.To, "/") + "/" + rest, true
		}
		if f.Path == l.At && f.How != "delete" && f.How != "move" && f.How != "create" && f.How != "list" {
			return l.To, true
		}
	}
	return "", false
}

// leadsTo notes links, as far as there is room.
func (a *analysis) leadsTo(list ...programs.Link) {
	for _, l := range list {
		if slices.Contains(a.leads, l) {
			continue
		}
		if len(a.leads) >= maxList {
			a.partly("")
			return
		}
		a.leads = append(a.leads, l)
	}
}

// linked notes that code makes a path lead to another.
func (r *reader) linked(at, to word) {
	site := r.site(r.f, r.w)
	path, known := site.Absolute(at)
	site.Dir = filepath.Dir(path)
	if target, ok := site.Absolute(to); known && ok {
		r.leadsTo(programs.Link{At: path, To: target})
	}
}
