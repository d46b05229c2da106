package lsp

import (
	"fmt"
	"strings"
)

// completion answers what may be inserted at a position.
func (s *Server) completion(t *Text, q Params) any {
	c, w := s.at(t, q.Position)
	items := []Completion{}
	for i, o := range w.complete(c) {
		insert := o.insert
		switch {
		case insert != "":
		case c.Key && !strings.HasPrefix(t.Data[c.Offset:], ":"):
			insert = label(o.label) + ": "
		case c.Key:
			insert = label(o.label)
		default:
			insert = o.label
		}
		from := c.From
		if c.Lit != nil && c.Expr == nil { // replace the whole text, as names in it may have any character
			from, _ = c.Lit.inner()
		}
		item := Completion{Label: o.label, Kind: o.kind, Detail: o.detail, SortText: fmt.Sprintf("%04d", i),
			Edit: &TextEdit{t.span(from, c.Offset, s.encoding), insert}}
		if o.doc != "" {
			item.Doc = markdown(o.doc)
		}
		items = append(items, item)
	}
	return map[string]any{"isIncomplete": false, "items": items}
}

// label formats a label for CUE.
func label(name string) string {
	if wordBefore(name, len(name)) == 0 && name != "" && (name[0] < '0' || name[0] > '9') {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// hover explains what is at a position.
func (s *Server) hover(t *Text, q Params) any {
	c, w := s.at(t, q.Position)
	from, to := wordAt(t.Data, c.Offset)
	said := ""
	switch {
	case c.Key:
		said = w.aboutLabel(c)
	case c.Expr != nil:
		said = w.aboutWord(c, to)
	case c.Lit != nil:
		said = w.aboutValue(c)
	}
	if said == "" {
		return nil
	}
	return Hover{markdown(said), t.span(from, to, s.encoding)}
}

// wordAt returns the word around an offset.
func wordAt(data string, offset int) (from, to int) {
	from, to = wordBefore(data, offset), offset
	for to < len(data) && isWord(data[to]) {
		to++
	}
	return from, to
}

// aboutLabel explains a field.
func (w *world) aboutLabel(c Cursor) string {
	for _, n := range c.Node.Nodes {
		if n.At > c.Offset || c.Offset > n.LabelEnd {
			continue
		}
		path := n.path()
		if a, ok := w.Library.Actions[n.Label]; ok && doing(path[:len(path)-1]) {
			return titled("action "+n.Label, a.Doc)
		}
		if path[0] == "packs" && len(path) > 2 {
			for _, o := range w.settings(path[1], path[2:len(path)-1]) {
				if o.label == n.Label {
					return titled(n.Label, o.doc)
				}
			}
		}
		for _, p := range w.allowed(path[:len(path)-1]) {
			if p.Label == n.Label {
				return titled(strings.TrimSpace(p.Label+" "+p.Type), p.Doc)
			}
		}
	}
	return ""
}

// aboutValue explains an event.
func (w *world) aboutValue(c Cursor) string {
	for _, e := range w.Events.List(w.Library.Actions) {
		if e.Name == c.Lit.Value() {
			return titled("event "+e.Name, e.Doc)
		}
	}
	return ""
}

// aboutWord explains a name in an expression.
func (w *world) aboutWord(c Cursor, to int) string {
	src := c.Expr.Src
	all := wordsOf(src)
	before := until(all, to-c.Expr.At)
	links := chain(src, before)
	if len(links) == 0 {
		return ""
	}
	name := links[len(links)-1].name
	if len(links) == 1 {
		if f, ok := w.Library.Facts[name]; ok {
			return titled(f.Signature(name), f.Doc)
		}
		for _, d := range w.declared() {
			if d.Name == name {
				said := titled(d.What+" "+d.Name, commentOn(d.Text, d.Node))
				if len(d.Node.Texts) > 0 {
					said += "\n```\n" + d.Node.Texts[0].Value() + "\n```"
				}
				return said
			}
		}
	}
	of := w.follow(links, src, all)
	if of.Type == "" && of.Doc == "" {
		return ""
	}
	return titled(name+" "+of.Type, of.Doc) + w.valuesOf(of)
}

// valuesOf lists the possible values of a text.
func (w *world) valuesOf(of Info) string {
	if !strings.Contains(of.Form, "|") {
		return ""
	}
	return "\nOne of `" + strings.ReplaceAll(of.Form, "|", "`, `") + "`."
}

func titled(title, text string) string { return "`" + title + "`\n\n" + text }

// signature answers which arguments the call around a position takes.
func (s *Server) signature(t *Text, q Params) any {
	c, w := s.at(t, q.Position)
	if c.Expr == nil {
		return nil
	}
	open := calls(c.Expr.Src, until(wordsOf(c.Expr.Src), c.Offset-c.Expr.At))
	for i := len(open) - 1; i >= 0; i-- {
		f, ok := w.Library.Facts[open[i].name]
		if !ok {
			continue
		}
		sig := Signature{Label: f.Signature(open[i].name), Doc: markdown(f.Doc), Parameters: []Parameter{}}
		for _, p := range strings.Split(f.Params, ", ") {
			sig.Parameters = append(sig.Parameters, Parameter{p})
		}
		return map[string]any{"signatures": []Signature{sig}, "activeSignature": 0, "activeParameter": min(len(open[i].args), len(sig.Parameters)-1)}
	}
	return nil
}
