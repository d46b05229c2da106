package vet

import (
	"slices"

	"bcrules.dev/engine/effects/programs"

	"github.com/expr-lang/expr/ast"
)

// shortened looks for flags that are asked of a command by a letter, where its program,
// which the same condition asks, is known to have a longer name for it: rules know a flag
// by that name alone.
func (x expression) shortened() finding {
	var found finding
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		if and, ok := n.(*ast.BinaryNode); ok && (and.Operator == "&&" || and.Operator == "and") {
			if f := x.lettered(and); f.text != "" {
				found = f
			}
		}
	}))
	return found
}

// lettered looks at what one conjunction asks of a command.
func (x expression) lettered(and ast.Node) finding {
	var words [][]string // programs, with the operands they begin with
	var flags []*ast.StringNode
	var command string
	of := func(n ast.Node) bool {
		if command == "" {
			command = n.String()
		}
		return n.String() == command
	}
	ast.Walk(&and, nodes(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryNode:
			m, text := n.Left, textsIn(n.Right)
			if n.Operator == "in" && len(text) == 0 {
				m, text = n.Right, textsIn(n.Left)
			}
			switch field := commandField(m); {
			case field == "program" && (n.Operator == "==" || n.Operator == "in") && of(m.(*ast.MemberNode).Node):
				for _, s := range text {
					words = append(words, []string{s.Value})
				}
			case field == "flags" && n.Operator == "in" && of(m.(*ast.MemberNode).Node):
				flags = append(flags, text...)
			}
		case *ast.CallNode:
			name, _, _ := x.called(n)
			var texts []*ast.StringNode
			for _, arg := range n.Arguments {
				texts = append(texts, textsIn(arg)...)
			}
			switch {
			case name == "hasFlag" && of(n.Arguments[0]):
				flags = append(flags, texts...)
			case name == "runs" && len(texts) > 0 && of(n.Arguments[0]):
				var of []string
				for _, s := range texts {
					of = append(of, s.Value)
				}
				words = append(words, of)
			}
		}
	}))
	for _, s := range flags {
		if long := longer(words, s.Value); long != "" && !slices.ContainsFunc(flags, func(s *ast.StringNode) bool { return s.Value == long }) {
			return x.value(s, "flags: found %s, which rules know by its long name, want %s", s.Value, long)
		}
	}
	return finding{}
}

// commandField returns which field of a command a node takes, "" for none.
func commandField(n ast.Node) string {
	m, ok := n.(*ast.MemberNode)
	if !ok || m.Node.Type() == nil || m.Node.Type().Name() != "Command" {
		return ""
	}
	return tagOf(m).Get("expr")
}

// longer returns the name that a flag of one letter has with all of some programs, "" if it
// keeps the letter with one of them.
func longer(calls [][]string, letter string) (long string) {
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
