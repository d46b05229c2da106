package lsp

import (
	"strings"

	"bcrules.dev/schema/expr"
)

// A Cursor is a position in a text with its context.
type Cursor struct {
	Text   *Text
	Offset int
	Node   *Node    // whose value contains the cursor; where a label may begin, the struct it would be in
	Key    bool     // a label may begin here
	From   int      // start of the word before the cursor
	Of     *Node    // the field whose label it is in, nil for none
	Lit    *Literal // the string it is in, nil for none
	Expr   *Expr    // the expression it is in, nil for none
}

// An Expr is an expression in a text.
type Expr struct {
	Src  string
	At   int  // offset in the file
	Hole bool // it is in ${ } of a string
}

// cursor returns the context of an offset.
func (t *Text) cursor(offset int) Cursor {
	c := Cursor{Text: t, Offset: offset, Node: t.tree, From: wordBefore(t.Data, offset)}
	for next := c.Node.at(offset); next != nil; next = c.Node.at(offset) {
		if next.Label == "" && offset == next.At && strings.HasPrefix(t.Data[offset:], ":") { // its label is still to be written
			c.Key, c.From, c.Of = true, offset, next
			return c
		}
		c.Node = next
		if offset <= next.LabelEnd && next.Label != "" {
			c.Key, c.From, c.Node, c.Of = true, next.At, next.Parent, next
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

// at returns the child that contains an offset, nil for none.
func (n *Node) at(offset int) *Node {
	for _, c := range n.Nodes {
		if c.At <= offset && offset <= c.To {
			return c
		}
	}
	return nil
}

// wordBefore returns the start of the word that ends at an offset.
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

// path returns the labels that lead to a node; those of list items are "".
func (n *Node) path() (labels []string) {
	for ; n != nil && n.Parent != nil; n = n.Parent {
		labels = append([]string{n.Label}, labels...)
	}
	return labels
}

// child returns the field with a label, nil if there is none.
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

// texts returns the strings of a field, which is one string or a list.
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

// within returns the nearest node from n upwards whose parent has the label; nil if there is none.
func (n *Node) within(label string) *Node {
	for ; n != nil && n.Parent != nil; n = n.Parent {
		if n.Parent.Label == label {
			return n
		}
	}
	return nil
}

// conditional reports whether the strings of a node are whole expressions, not strings with ${ }.
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
	in := n.Parent
	return in != nil && (in.Label == "let" || in.Label == "each") && in.Parent != nil && !named[in.Parent.Label]
}

// exprAt returns the expression that contains an offset of the file, nil if there is none.
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

// holes returns the expressions in a node's strings.
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
