package schema

import (
	"slices"
	"strings"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// A Condition is a condition as written: an expression, or parts joined to one expression. Offsets
// in its text lead back to the places of the parts.
//
//	when: ["a", {any: ["b", "c"], doc: "…"}]   is   (a) && ((b) || (c))
type Condition struct {
	Node
	Doc   string
	Parts []Condition // nil for an expression
	Any   bool        // one of the parts must hold, not all

	text string
	ends bool    // the text may end in a comment
	from []piece // pieces of the text, in order
}

// A piece is a part's expression within the text of a condition.
type piece struct {
	at int // bytes
	of Node
}

// conditionOf reads the value of a field when, and notes what in it is not a condition.
func conditionOf(n Node) Condition {
	c := Condition{Node: n}
	if !n.Exists() {
		return c
	}
	is, _ := n.Default()
	switch is.IncompleteKind() {
	case cue.StringKind:
		text, ok := n.Text()
		c.text, c.ends = text, ok && strings.Contains(text, "//")
		c.from = []piece{{0, n}}
		return c
	case cue.ListKind:
		c.partsOf(n.with(is))
	case cue.StructKind:
		n = n.with(is)
		c.Any = n.Field("any").Exists()
		definition, field := "#Is", "is"
		if c.Any {
			definition, field = "#Any", "any"
		}
		if !n.Is(definition) {
			break
		}
		if c.Any {
			c.partsOf(n.Field(field))
			break
		}
		of := conditionOf(n.Field(field))
		c.Node, c.Any, c.Parts, c.text, c.ends, c.from = of.Node, of.Any, of.Parts, of.text, of.ends, of.from
		c.Doc = of.Doc
	}
	if doc, err := n.Field("doc").String(); err == nil {
		c.Doc = doc
	}
	return c
}

// partsOf reads the parts of a condition and joins their texts.
func (c *Condition) partsOf(list Node) {
	items := list.Items()
	if len(items) == 0 {
		list.Faultf(CheckForm, "found no conditions, want one at least")
	}
	var b strings.Builder
	for i, n := range items {
		if kind := n.IncompleteKind(); kind&(cue.StringKind|cue.ListKind|cue.StructKind) == 0 {
			n.Faultf(CheckForm, "found %s, want an expression, a list of conditions, {is: …} or {any: [ … ]}", OneLine(n.Value))
			continue
		}
		part := conditionOf(n)
		if i > 0 {
			b.WriteString(map[bool]string{false: " && ", true: " || "}[c.Any])
		}
		b.WriteString("(")
		for _, p := range part.from {
			c.from = append(c.from, piece{b.Len() + p.at, p.of})
		}
		b.WriteString(part.text)
		if part.ends {
			b.WriteString("\n")
		}
		b.WriteString(")")
		c.Parts = append(c.Parts, part)
	}
	c.text = b.String()
}

// docs adds the docs of the condition's parts, by the parts' expressions.
func (c Condition) docs(all map[string]string) map[string]string {
	if c.Doc != "" {
		if all == nil {
			all = map[string]string{}
		}
		all[expr.Plain(c.text)] = c.Doc
	}
	for _, part := range c.Parts {
		all = part.docs(all)
	}
	return all
}

// String returns the condition as an expression.
func (c Condition) String() (string, error) {
	if c.Parts == nil {
		return c.Node.String()
	}
	return c.text, nil
}

// Text returns the condition as an expression; false if it has none, a fault that has been noted.
func (c Condition) Text() (string, bool) { return c.text, len(c.from) > 0 }

// Inside returns where the byte at an offset of the expression is written.
func (c Condition) Inside(offset int) Place {
	i := slices.IndexFunc(c.from, func(p piece) bool { return p.at > offset })
	if i < 0 {
		i = len(c.from)
	}
	if i == 0 {
		return c.Node.Inside(offset)
	}
	p := c.from[i-1]
	return p.of.Inside(offset - p.at)
}

// Open reports whether one of its texts is computed; see Node.Open.
func (c Condition) Open() bool {
	if c.Parts == nil {
		return c.Node.Open()
	}
	return slices.ContainsFunc(c.from, func(p piece) bool { return p.of.Open() })
}
