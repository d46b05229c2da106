package effects

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// led returns files by the paths that links of the call lead to, without those that are gone
// with a container: of ln -s ~/a b, b/c is ~/a/c. What is done to a link itself, as deleting it, isn't done to where it leads.
func (fs *findings) led(list []File) []File {
	const most = 8 // links that lead to links
	if slices.ContainsFunc(list, File.Gone) {
		list = slices.DeleteFunc(slices.Clone(list), File.Gone)
	}
	if len(fs.Links)+len(fs.dots) == 0 {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].Via = fs.dots[list[i].Path]
		for range most {
			path, ok := fs.lead(list[i])
			if through := list[i]; !ok && through.Via != "" { // a link, and then what is above where it leads
				through.Path = through.Via
				path, ok = fs.lead(through)
				path = filepath.Clean(path)
			}
			if !ok {
				break
			}
			list[i].Path, list[i].Via = path, ""
		}
	}
	return list
}

// lead returns the path that the last link on that of a file leads to; not ok for none.
func (fs *findings) lead(f File) (path string, ok bool) {
	for _, l := range slices.Backward(fs.Links) {
		if l.To.Host != f.Host {
			continue
		}
		if rest, below := strings.CutPrefix(f.Path, l.At+"/"); below {
			return strings.TrimSuffix(l.To.Path, "/") + "/" + rest, true
		}
		if f.Path == l.At && f.How != "delete" && f.How != "move" && f.How != "create" && f.How != "list" {
			return l.To.Path, true
		}
	}
	return "", false
}

// leadsTo notes links, as far as there is room.
func (fs *findings) leadsTo(list ...programs.Link) {
	for _, l := range list {
		if slices.Contains(fs.Links, l) {
			continue
		}
		if len(fs.Links) >= maxList {
			fs.partly("")
			return
		}
		fs.Links = append(fs.Links, l)
	}
}
