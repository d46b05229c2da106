package lsp

import (
	"strings"

	"bcrules.dev/schema/expr"
)

// A Cursor is a place in a text with what stands there.
type Cursor struct {
	Text   *Text
	Offset int
	Node   *Node    // whose value it is in; where a label may stand, the one that the label would be in
	Key    bool     // a label may stand here
	From   int      // where the word begins that is before it
	Lit    *Literal // the text it is in, nil for none
	Expr   *Expr    // the expression it is in, nil for none
}

// An Expr is an expression in a text.
type Expr struct {
	Src  string
	At   int  // where it begins in the file
	Hole bool // it stands in ${ } of a text
}

// cursor returns what stands at an offset.
func (t *Text) cursor(offset int) Cursor {
	c := Cursor{Text: t, Offset: offset, Node: t.tree, From: wordBefore(t.Data, offset)}
	for next := c.Node.at(offset); next != nil; next = c.Node.at(offset) {
		if next.Label == "" && offset == next.At && strings.HasPrefix(t.Data[offset:], ":") { // its label is to be written
			c.Key, c.From = true, offset
			return c
		}
		c.Node = next
		if offset <= next.LabelEnd && next.Label != "" {
			c.Key, c.From, c.Node = true, next.At, next.Parent
			return c
		}
	}
	for i, l := range c.Node.Texts {
		if from, to := l.inner(); from <= offset && offset <= to {
			c.Lit = &c.Node.Texts[i]
			c.Expr = exprAt(t.Data[from:to], from, offset, c.Node.conditional())
			return c
		}
	}
	c.Key = c.Node.Form == Struct && offset > c.Node.opens
	return c
}

// at returns the child in which an offset lies, nil if it lies between them.
func (n *Node) at(offset int) *Node {
	for _, c := range n.Nodes {
		if c.At <= offset && offset <= c.To {
			return c
		}
	}
	return nil
}

// wordBefore returns where the word begins that ends at an offset.
func wordBefore(data string, offset int) int {
	from := offset
	for from > 0 && isWord(data[from-1]) {
		from--
	}
	return from
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// path returns the labels that lead to a node; those of items are "".
func (n *Node) path() (labels []string) {
	for ; n != nil && n.Parent != nil; n = n.Parent {
		labels = append([]string{n.Label}, labels...)
	}
	return labels
}

// child returns the field of a label, nil if there is none.
func (n *Node) child(label string) *Node {
	if n == nil {
		return nil
	}
	for _, c := range n.Nodes {
		if c.Label == label {
			return c
		}
	}
	return nil
}

// texts returns what a field says, be it one text or a list of them.
func (n *Node) texts() (all []string) {
	if n == nil {
		return nil
	}
	for _, l := range n.Texts {
		all = append(all, l.Value())
	}
	for _, c := range n.Nodes {
		all = append(all, c.texts()...)
	}
	return all
}

// within returns the nearest node, from this one upwards, whose parent is called so; nil if
// there is none.
func (n *Node) within(label string) *Node {
	for ; n != nil && n.Parent != nil; n = n.Parent {
		if n.Parent.Label == label {
			return n
		}
	}
	return nil
}

// conditional reports whether the texts of a node are expressions as a whole, and not texts
// with ${ } in them.
func (n *Node) conditional() bool {
	for n.Label == "" && n.Parent != nil && n.Parent.Parent != nil {
		n = n.Parent
	}
	switch {
	case n.Label == "when":
		return true
	case n.Label == "any" || n.Label == "is":
		up := n.Parent
		for up != nil && (up.Label == "" || up.Label == "any") {
			up = up.Parent
		}
		return up != nil && (up.Label == "when" || up.Parent != nil && up.Parent.Label == "predicates")
	}
	return n.Parent != nil && (n.Parent.Label == "let" || n.Parent.Label == "each")
}

// exprAt returns the expression in which an offset of the file lies, nil if there is none.
func exprAt(text string, at, offset int, whole bool) *Expr {
	if whole {
		return &Expr{Src: text, At: at}
	}
	from := strings.LastIndex(text[:offset-at], "${")
	if from < 0 || expr.Closing(text[from+2:offset-at]) >= 0 {
		return nil
	}
	from += 2
	to := len(text)
	if n := expr.Closing(text[from:]); n >= 0 {
		to = from + n
	}
	return &Expr{Src: text[from:to], At: at + from, Hole: true}
}

// holes returns the expressions of a node's texts.
func (n *Node) holes(data string) (all []Expr) {
	for _, l := range n.Texts {
		from, to := l.inner()
		text := data[from:to]
		if n.conditional() {
			all = append(all, Expr{Src: text, At: from})
			continue
		}
		for at := strings.Index(text, "${"); at >= 0; {
			begin := at + 2
			end := expr.Closing(text[begin:])
			if end < 0 {
				end = len(text) - begin
			}
			all = append(all, Expr{Src: text[begin : begin+end], At: from + begin, Hole: true})
			next := strings.Index(text[begin+end:], "${")
			if at = next; next >= 0 {
				at = begin + end + next
			}
		}
	}
	return all
}
