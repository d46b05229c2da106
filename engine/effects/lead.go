package effects

import (
	"path"
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

// copies notes what a command copies or moves, so that a program is known under the name
// that the call itself gives it.
func (fs *findings) copies(s started, t programs.Touched) {
	list := t.Copied
	if len(list) == 0 && s.Copies() && len(t.Reads) == 1 && len(t.Writes) == 1 { // dd if=a of=b
		list = []programs.Link{{At: t.Writes[0].Path, To: t.Reads[0]}}
	}
	for _, c := range list {
		if c.To.Known && c.To.Host == s.around.Host && len(fs.copied) < maxList {
			fs.copied = append(fs.copied, c)
		}
	}
}

// original returns the words of a command whose program is a copy, or a link, that the call
// has made of one that is known, by the path of that: of cp /bin/rm x; ./x a, /bin/rm a.
func (a *analysis) original(f *frame, w *world, words []word) []word {
	const most = 8 // copies of copies
	name := words[0]
	if len(a.copied)+len(a.Links) == 0 || !name.Known || name.Text == "" {
		return words
	}
	file := name.Text
	if strings.Contains(file, "/") {
		file, _ = a.site(f, w).Absolute(name)
	} else if programs.Familiar(file) {
		return words
	} else if file = a.namesake(file); file == "" {
		return words
	}
	for range most {
		to, ok := a.lead(File{Path: file, Host: f.host, How: "run"})
		for _, c := range slices.Backward(a.copied) {
			if !ok && c.At == file {
				to, ok = c.To.Path, true
			}
		}
		if !ok {
			break
		}
		file = to
	}
	if path.Base(file) == path.Base(name.Text) {
		return words
	}
	words = slices.Clone(words)
	words[0] = name.With(file)
	return words
}

// namesake returns the path of a copy or link that has a name, "" for none.
func (fs *findings) namesake(name string) string {
	is := func(l programs.Link) bool { return path.Base(l.At) == name }
	if i := slices.IndexFunc(fs.copied, is); i >= 0 {
		return fs.copied[i].At
	}
	if i := slices.IndexFunc(fs.Links, is); i >= 0 {
		return fs.Links[i].At
	}
	return ""
}
