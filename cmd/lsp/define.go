package lsp

import (
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// A use is an occurrence of a name.
type use struct {
	text     *Text
	from, to int
}

// definition answers where a name is declared: a let, an item, a predicate, a table, a value, or
// for a setting of a pack, where the pack declares it.
func (s *Server) definition(t *Text, q Params) any {
	c, w := s.at(t, q.Position)
	if d := w.declaredAt(c); d != nil {
		return s.location(use{d.Text, d.Node.At, d.Node.LabelEnd})
	}
	if path := c.Node.path(); c.Key && len(path) > 1 && path[0] == "packs" {
		return s.inPack(c, path)
	}
	return nil
}

// inPack returns where a pack declares the field whose label the cursor is on.
func (s *Server) inPack(c Cursor, path []string) any {
	for _, n := range c.Node.Nodes {
		if n.At > c.Offset || c.Offset > n.LabelEnd {
			continue
		}
		for _, t := range s.packs[path[1]] {
			in := t.tree
			for _, label := range slices.Concat(path[2:], []string{n.Label}) {
				in = in.child(label)
			}
			if in != nil {
				return s.location(use{t, in.At, in.LabelEnd})
			}
		}
	}
	return nil
}

// location converts a use. For a pack's text it writes a read-only copy to the user's cache folder.
func (s *Server) location(u use) any {
	path := u.text.Path
	if !filepath.IsAbs(path) {
		folder := host.Bcrules(host.Here(os.Getenv).Folders().Cache, "packs", s.Version)
		if folder == "" {
			return nil
		}
		copied := filepath.Join(folder, filepath.FromSlash(path))
		if was, err := files.Read(files.At(copied)); err != nil || string(was) != u.text.Data {
			if os.MkdirAll(filepath.Dir(copied), 0o700) != nil || files.WriteCache(files.At(copied), []byte(u.text.Data)) != nil {
				return nil
			}
			_ = os.Chmod(copied, 0o400)
		}
		path = copied
	}
	return Location{uriOf(path), u.text.span(u.from, u.to, s.encoding)}
}

// declaredAt returns the declaration of the name at a cursor; nil if there is none here.
func (w *world) declaredAt(c Cursor) *Declared {
	from, to := wordAt(c.Text.Data, c.Offset)
	word := c.Text.Data[from:to]
	if c.Expr != nil {
		links := chain(c.Expr.Src, until(wordsOf(c.Expr.Src), to-c.Expr.At))
		if len(links) != 1 {
			return nil
		}
	}
	all := w.declared()
	i := slices.IndexFunc(all, func(d Declared) bool {
		if c.Key {
			return d.Text == c.Text && d.Node.At <= c.Offset && c.Offset <= d.Node.LabelEnd
		}
		return d.Name == word && (c.Expr != nil || c.Node.Label == "prefetch" || c.Node.Parent != nil && c.Node.Parent.Label == "prefetch")
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

// uses returns the occurrences of a declared name, its declaration first. A hook's names are
// visible only in it, and a let of a hook shadows an outer name.
func (w *world) uses(d *Declared) (all []use) {
	all = []use{{d.Text, d.Node.At, d.Node.LabelEnd}}
	own := d.Node.within("hooks")
	for _, t := range w.files {
		if own != nil && t != d.Text {
			continue
		}
		var visit func(n *Node)
		visit = func(n *Node) {
			inner := n.within("hooks")
			for _, c := range n.Nodes {
				visit(c)
			}
			if own != nil && inner != own || own == nil && inner != nil && declares(inner, d.Name) {
				return
			}
			for _, e := range n.holes(t.Data) {
				for _, at := range chainStarts(e, d) {
					all = append(all, use{t, at, at + len(d.Name)})
				}
			}
		}
		visit(t.tree)
		for _, p := range prefetched(own, d.Name) {
			from, to := p.inner()
			all = append(all, use{t, from, to})
		}
	}
	return all
}

// declares reports whether a hook declares a name of its own.
func declares(hook *Node, name string) bool {
	return slices.ContainsFunc([]string{"let", "with", "each"}, func(label string) bool { return hook.child(label).child(name) != nil })
}

// prefetched returns the occurrences of a let in the hook's prefetch list.
func prefetched(hook *Node, name string) (all []Literal) {
	p := hook.child("prefetch")
	if p == nil {
		return nil
	}
	for _, n := range p.Nodes {
		for _, l := range n.Texts {
			if l.Value() == name {
				all = append(all, l)
			}
		}
	}
	return all
}

// chainStarts returns the offsets at which a declared name begins a chain in an expression.
func chainStarts(e Expr, d *Declared) (at []int) {
	all := wordsOf(e.Src)
	for i, w := range all {
		if w.kind != wordName || w.is != d.Name || i > 0 && (all[i-1].is == "." || all[i-1].is == "?.") {
			continue
		}
		if called := i+1 < len(all) && all[i+1].is == "("; called == d.call {
			at = append(at, e.At+w.at)
		}
	}
	return at
}

// references answers where the name at a position occurs.
func (s *Server) references(t *Text, q Params) any {
	c, w := s.at(t, q.Position)
	all := []any{}
	if d := w.declaredAt(c); d != nil {
		for _, u := range w.uses(d) {
			all = append(all, s.location(u))
		}
	}
	return all
}

// rename answers the edits that rename what is at a position.
func (s *Server) rename(t *Text, q Params) any {
	c, w := s.at(t, q.Position)
	d := w.declaredAt(c)
	if d == nil || d.What == "step" || wordBefore(q.NewName, len(q.NewName)) != 0 {
		return nil
	}
	edits := Edits{Changes: map[string][]TextEdit{}}
	for _, u := range w.uses(d) {
		uri := uriOf(u.text.Path)
		edits.Changes[uri] = append(edits.Changes[uri], TextEdit{u.text.span(u.from, u.to, s.encoding), q.NewName})
	}
	return edits
}
