package vet

import (
	"slices"
	"strings"

	disk "bcrules.dev/engine/files"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// unset finds a use of a name in a file that steps write, where they set other names of it and none
// of those is used anywhere, or where the name is one that they set as several.
func (s *Subject) unset(x expression, n ast.Node, all []writing) finding {
	read := x.readName(n)
	if read.file == "" || !s.own(x.at(read.at).Pos) {
		return finding{}
	}
	var set [][]string
	for _, w := range all {
		if w.path != read.file {
			continue
		}
		if len(w.action.Dotted) == 0 {
			return finding{} // the action may set any name
		}
		for dotted := range w.Field(w.action.Dotted[0]).Members() {
			set = append(set, namesIn(dotted))
		}
	}
	is := func(path []string) bool {
		return slices.ContainsFunc(set, func(of []string) bool { return leads(of, path) || leads(path, of) })
	}
	last := len(read.path) - 1
	if len(set) == 0 || is(read.path) || !is(read.path[:last]) {
		return finding{}
	}
	name := read.path[last]
	if is(slices.Concat(read.path[:last], strings.Split(name, "."))) {
		return x.value(read.at, `found %s as one name, and it is set as several, want .%[1]s, or a backslash before each dot where it is set`, name)
	}
	var names []string
	for _, of := range set {
		if len(of) <= last || !leads(read.path[:last], of) || of[last] == anyName || s.names(of[last]) {
			continue
		}
		names = append(names, of[last])
	}
	if len(names) == 0 || len(names) < len(set) {
		return finding{} // others may set the names that are used
	}
	slices.Sort(names)
	f := x.value(read.at, "found .%s of %s, which nothing here sets, want %s", name, read.of, strings.Join(slices.Compact(names), ", "))
	f.mild = true
	return f
}

// A reading is the use of a name within a file that a fact reads.
type reading struct {
	file string
	path []string
	of   ast.Node // the fact's call
	at   ast.Node // the last name
}

// readName returns the name within a file that a node reads, by a field or by in.
func (x expression) readName(n ast.Node) (r reading) {
	if in, ok := n.(*ast.BinaryNode); ok && in.Operator == "in" {
		n = &ast.MemberNode{Node: in.Right, Property: in.Left}
	}
	for range maxLets {
		n, x = x.resolved(n)
		switch at := n.(type) {
		case *ast.ChainNode:
			n = at.Node
		case *ast.BinaryNode:
			if at.Operator != "??" {
				return reading{}
			}
			n = at.Left
		case *ast.MemberNode:
			name, named := at.Property.(*ast.StringNode)
			if !named {
				return reading{}
			}
			if r.at == nil {
				r.at = name
			}
			n, r.path = at.Node, append(r.path, name.Value)
		case *ast.CallNode:
			_, fact, ok := x.factOf(at)
			place := fact.Place()
			if !ok || fact.Absent == "" || r.at == nil || place >= len(at.Arguments) || len(textsIn(at.Arguments[place])) == 0 {
				return reading{}
			}
			slices.Reverse(r.path)
			r.file, r.of = textsIn(at.Arguments[place])[0].Value, at
			return r
		default:
			return reading{}
		}
	}
	return reading{}
}

// anyName stands for a name that is computed.
const anyName = "\x00"

// namesIn returns the names that a text joins by dots, with anyName for each that is computed.
func namesIn(dotted string) []string {
	var b strings.Builder
	for _, p := range expr.Pieces(dotted) {
		if p.Literal {
			b.WriteString(p.Text)
		} else {
			b.WriteString(anyName)
		}
	}
	names := disk.SplitPath(b.String())
	for i, name := range names {
		if strings.Contains(name, anyName) {
			names[i] = anyName
		}
	}
	return names
}

// leads reports whether the first names of a path are these.
func leads(first, path []string) bool {
	return len(first) <= len(path) && slices.EqualFunc(first, path[:len(first)], func(a, b string) bool {
		return a == b || a == anyName || b == anyName
	})
}

// names reports whether an expression of the scope has a name: of a field, or as a text.
func (s *Subject) names(name string) bool {
	return slices.ContainsFunc(s.Hooks, func(h *Hook) bool {
		return slices.ContainsFunc(h.expressions, func(x expression) bool {
			return ast.Find(x.tree, func(n ast.Node) bool {
				text, ok := n.(*ast.StringNode)
				return ok && text.Value == name
			}) != nil
		})
	})
}
