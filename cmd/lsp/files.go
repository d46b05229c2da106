package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// text returns the content of a file from the editor, or else the disk; nil if neither has it.
func (s *Server) text(path string) *Text {
	s.mu.Lock()
	t := s.open[path]
	s.mu.Unlock()
	if t != nil {
		return t
	}
	if !filepath.IsAbs(path) {
		return s.packText(path)
	}
	return s.textOnDisk(path)
}

// A read is a text from the disk with what tells that the file is still the same.
type read struct {
	*Text
	size    int64
	changed time.Time
}

// settles is how long after a change another one of the same size may have the same time, as file
// systems count it.
const settles = 2 * time.Second

// textOnDisk returns the content of a file from the disk; nil if there is none. A file is read again
// only if it has changed: each key asks for all files of its folder.
func (s *Server) textOnDisk(path string) *Text {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	was := s.onDisk[path]
	s.mu.Unlock()
	if was.Text != nil && was.size == info.Size() && was.changed.Equal(info.ModTime()) {
		return was.Text
	}
	data, err := schema.ReadSource(path) // no pipe, and within the size limit
	if err != nil {
		return nil
	}
	is := read{newText(path, 0, string(data)), info.Size(), info.ModTime()}
	if time.Since(info.ModTime()) < settles {
		return is.Text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.onDisk) > mostFiles {
		clear(s.onDisk)
	}
	s.onDisk[path] = is
	return is.Text
}

// packText returns a file of a pack by name, nil if there is none.
func (r *Reference) packText(name string) *Text {
	pack, _, _ := strings.Cut(name, "/")
	for _, t := range r.packs[pack] {
		if t.Path == name {
			return t
		}
	}
	return nil
}

// openIn returns the editor's texts in a folder, by path.
func (s *Server) openIn(dir string) (all []*Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, t := range s.open {
		if filepath.Dir(path) == dir {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *Text) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// folder returns the rule files of a text's folder, the text first. Test files are not included,
// unless the text is one.
func (s *Server) folder(t *Text) []*Text {
	all, size := []*Text{t}, int64(0)
	entries, _ := os.ReadDir(filepath.Dir(t.Path)) // a folder may not exist yet
	names := map[string]bool{t.Path: true}
	for _, o := range s.openIn(filepath.Dir(t.Path)) {
		if !names[o.Path] && !schema.OfTests(o.Path) {
			all, names[o.Path] = append(all, o), true
		}
	}
	for _, e := range entries {
		path := filepath.Join(filepath.Dir(t.Path), e.Name())
		if names[path] || !plan.IsRuleFile(e.Name()) || len(all) > mostFiles {
			continue
		}
		info, err := e.Info()
		if err != nil || size+info.Size() > mostBytes {
			continue
		}
		if o := s.text(path); o != nil {
			all, size = append(all, o), size+info.Size()
		}
	}
	return all
}

// rules reports whether the files of a text's folder are rules and not other CUE: one has hooks or
// packs, or imports from bcrules, or the folder is a rule folder of a project or user.
func (s *Server) rules(t *Text) bool {
	if filepath.Base(filepath.Dir(t.Path)) == "bcrules" {
		return true
	}
	return slices.ContainsFunc(s.folder(t), func(t *Text) bool {
		return t.tree.child("hooks") != nil || t.tree.child("packs") != nil || strings.Contains(t.Data, `"bcrules.dev/`)
	})
}

// mostFiles and mostBytes limit what is read of a folder for its names.
const (
	mostFiles = 200
	mostBytes = 2 << 20
)

// pathOf returns the path of a file URI; anything else is returned as it is.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := filepath.FromSlash(u.Path)
	if os.PathSeparator == '\\' {
		path = strings.TrimPrefix(path, `\`) // \C:\…
	}
	return filepath.Clean(path)
}

func uriOf(path string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}
