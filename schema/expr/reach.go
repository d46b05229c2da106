package expr

import (
	"path/filepath"
	"strings"

	"bcrules.dev/engine"

	"github.com/expr-lang/expr/ast"
)

// Reach returns the paths outside the project that a hook's expressions pass to facts, and its
// templates, given in pieces, to actions, as written: file('~/.profile') and glob('~/plans/*.md')
// reach ~/.profile and ~/plans. A path with a computed rest reaches the literal folder before it; a
// path that begins with a fact that gives a folder reaches that folder. Paths that come from an
// event or a file reach nothing.
func Reach(trees []ast.Node, places [][]Piece, facts map[string]engine.Fact, lets map[string]ast.Node) []string {
	r := reacher{facts: facts, lets: lets}
	for _, tree := range trees {
		ast.Walk(&tree, visitor(r.call))
	}
	for _, pieces := range places {
		switch {
		case len(pieces) == 0:
		case pieces[0].Literal:
			r.add(pieces[0].Text, len(pieces) == 1)
		case pieces[0].Tree != nil:
			r.lead(pieces[0].Tree, len(pieces) == 1)
		}
	}
	return r.found
}

type reacher struct {
	facts map[string]engine.Fact
	lets  map[string]ast.Node
	found []string
}

// call records what a call of a fact reaches.
func (r *reacher) call(n ast.Node) {
	call, ok := n.(*ast.CallNode)
	if !ok {
		return
	}
	if name, ok := call.Callee.(*ast.IdentifierNode); ok {
		if i := r.facts[name.Value].Place(); i >= 0 && i < len(call.Arguments) {
			r.lead(call.Arguments[i], true)
		}
	}
}

// lead records the texts that a node's value may start with; whole says that nothing follows the
// value.
func (r *reacher) lead(n ast.Node, whole bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		r.add(n.Value, whole)
	case *ast.BinaryNode:
		if n.Operator == "+" {
			r.lead(n.Left, false)
		}
		if n.Operator == "??" {
			r.lead(n.Left, whole)
			r.lead(n.Right, whole)
		}
	case *ast.ConditionalNode:
		r.lead(n.Exp1, whole)
		r.lead(n.Exp2, whole)
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		switch {
		case !ok || len(n.Arguments) > 0:
		case r.lets[name.Value] != nil: // SortLets has excluded cycles
			r.lead(r.lets[name.Value], whole)
		case r.facts[name.Value].Folder != "":
			r.found = append(r.found, r.facts[name.Value].Folder)
		}
	}
}

func (r *reacher) add(path string, whole bool) {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "~/") && !filepath.IsAbs(path) && path != "~" {
		return
	}
	if i := strings.IndexAny(path, `*?[\`); i >= 0 {
		path, whole = path[:i], false
	}
	if !whole {
		path = path[:max(0, strings.LastIndexByte(path, '/'))]
	}
	if path = strings.TrimRight(path, "/"); path != "" {
		r.found = append(r.found, path)
	}
}
