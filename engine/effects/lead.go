package effects

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// led returns files by the paths that the call's own links lead to: after ln -s ~/a b, b/c is
// ~/a/c. What is done to a link itself, such as deleting it, isn't done to its target. Files that
// vanish with a container are left out.
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
			if through := list[i]; !ok && through.Via != "" { // a link and then ..: the folder above its target
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

// lead returns where the last link on a file's path leads; ok is false if there is none.
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

// leadsTo records links, within limits.
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

// copies records what a command copies or moves, so that a program is recognised under the name
// that the call itself gave it.
func (fs *findings) copies(s started, t programs.Touched) {
	list := t.Copied
	if len(list) == 0 && s.Copies() && len(t.Reads) == 1 && len(t.Writes) == 1 { // dd if=a of=b
		list = []programs.Link{{At: t.Writes[0].Path, To: t.Reads[0]}}
	}
	for _, c := range list {
		device := strings.HasPrefix(c.To.Path, "/dev/") // what is read of it isn't a program of that name
		if c.To.Known && !device && c.To.Host == s.around.Host && len(fs.copied) < maxList {
			fs.copied = append(fs.copied, c)
		}
	}
}

// original returns the words of a command with the path of the known program that the call itself
// has copied or linked: after cp /bin/rm x, ./x a is /bin/rm a.
func (a *analysis) original(f *frame, w *world, words []word, env []setting) []word {
	const most = 8 // copies of copies
	name := words[0]
	if len(a.copied)+len(a.Links)+len(a.files) == 0 || !name.Known || name.Text == "" {
		return words
	}
	file := name.Text
	if strings.Contains(file, "/") {
		file, _ = a.site(f, w).Absolute(name)
	} else if found := a.onPath(f, w, name, env); found != "" {
		file = found
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
	if path.Base(file) == path.Base(name.Text) && len(a.files[file]) == 0 {
		return words
	}
	words = slices.Clone(words)
	words[0] = name.With(file)
	return words
}

// onPath returns the file of a name that the call itself has put in a folder of the PATH that it
// sets, "" for none.
func (a *analysis) onPath(f *frame, w *world, name word, env []setting) string {
	list := word{}
	if v := w.vars["PATH"]; v != nil {
		list = v.one()
	}
	for _, s := range env {
		if s.Name == "PATH" {
			list = s.Value
		}
	}
	if list.Text == "" {
		return ""
	}
	for dir := range strings.SplitSeq(list.Text, ":") {
		file, _ := a.site(f, w).Absolute(name.With(cmp.Or(dir, ".") + "/" + name.Text))
		at := func(l programs.Link) bool { return l.At == file }
		if len(a.files[file]) > 0 || slices.ContainsFunc(a.copied, at) || slices.ContainsFunc(a.Links, at) {
			return file
		}
	}
	return ""
}

// namesake returns the path of a copy or link by its name, "" for none.
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
