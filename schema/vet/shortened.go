package vet

import (
	"cmp"
	"slices"

	"bcrules.dev/engine/effects/programs"

	"github.com/expr-lang/expr/ast"
)

// shortened finds flags of a command that are tested by a letter, although the program tested in
// the same condition has a longer name for them. Rules see a flag only under that name.
func (x expression) shortened(h *Hook) finding {
	found := x.lettered(h, x.tree)
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		if and, ok := n.(*ast.BinaryNode); ok && (and.Operator == "&&" || and.Operator == "and") {
			if f := x.lettered(h, and); f.text != "" {
				found = f
			}
		}
	}))
	return found
}

// A conjunction is what one condition tests about a command: its possible programs, with the
// operands they start with, and flags.
type conjunction struct {
	expression
	command string // the command's node, as text
	calls   []beginning
	flags   []*ast.StringNode
}

// lettered checks one conjunction. If it names no program, the list that contains the command may.
func (x expression) lettered(h *Hook, and ast.Node) finding {
	c := conjunction{expression: x}
	ast.Walk(&and, nodes(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryNode:
			c.compares(n)
		case *ast.CallNode:
			c.callArgs(n)
		}
	}))
	for _, s := range c.flags {
		if len(c.calls) == 0 {
			c.calls = h.beginnings(x, s, c.command)
		}
		if long := longer(c.calls, s.Value); long != "" && !slices.ContainsFunc(c.flags, func(s *ast.StringNode) bool { return s.Value == long }) {
			return x.value(s, "flags: found %s, which rules know by its long name, want %s", s.Value, long).instead(s.Value, long)
		}
	}
	return finding{}
}

// isCommand reports whether a node is the conjunction's command: the first node asked about.
func (c *conjunction) isCommand(n ast.Node) bool {
	c.command = cmp.Or(c.command, n.String())
	return n.String() == c.command
}

// compares adds the programs and flags that a command's fields are compared with.
func (c *conjunction) compares(n *ast.BinaryNode) {
	m, texts := n.Left, textsIn(n.Right)
	if n.Operator == "in" && len(texts) == 0 {
		m, texts = n.Right, textsIn(n.Left)
	}
	switch field := commandField(m); {
	case field == "program" && (n.Operator == "==" || n.Operator == "in") && c.isCommand(m.(*ast.MemberNode).Node):
		for _, s := range texts {
			c.calls = append(c.calls, beginning{s.Value})
		}
	case field == "flags" && n.Operator == "in" && c.isCommand(m.(*ast.MemberNode).Node):
		c.flags = append(c.flags, texts...)
	}
}

// callArgs adds the programs and flags that facts are called with.
func (c *conjunction) callArgs(n *ast.CallNode) {
	name, _, _ := c.factOf(n)
	var texts []*ast.StringNode
	for _, arg := range n.Arguments {
		texts = append(texts, textsIn(arg)...)
	}
	if len(texts) == 0 || !c.isCommand(n.Arguments[0]) {
		return
	}
	switch name {
	case "hasFlag":
		c.flags = append(c.flags, texts...)
	case "runs":
		var call beginning
		for _, s := range texts {
			call = append(call, s.Value)
		}
		c.calls = append(c.calls, call)
	}
}

// commandField returns the field of a command that a node selects, "" for none.
func commandField(n ast.Node) string {
	m, ok := n.(*ast.MemberNode)
	if !ok || m.Node.Type() == nil || m.Node.Type().Name() != "Command" {
		return ""
	}
	return tagOf(m).Get("expr")
}

// longer returns the name that all of some programs use for a flag of one letter, "" if one of them
// keeps the letter or their names differ.
func longer(calls []beginning, letter string) (long string) {
	if len([]rune(letter)) != 1 {
		return ""
	}
	for _, call := range calls {
		var words []programs.Word
		for _, text := range append(slices.Clone(call), "-"+letter) {
			words = append(words, programs.Word{Text: text, Known: true})
		}
		names, _ := programs.Split(words).Given()
		if len(names) != 1 || names[0] == letter || long != "" && names[0] != long {
			return ""
		}
		long = names[0]
	}
	return long
}
