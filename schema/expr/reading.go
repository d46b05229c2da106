package expr

import (
	"sync"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// A reading is an expression as it is written, for who only looks at it: everybody gets the
// same one. Of one that can't be parsed it has the fault alone.
type reading struct {
	tree ast.Node
	err  error
	// The rest are nodes of the tree, in its order: names that stand for something, those that
	// are called, and what is given by let.
	identifiers []*ast.IdentifierNode
	calls       map[string]bool
	variables   []string
}

// mostReadings is how many are kept: of the expressions of one pack each is looked at some
// twenty times while it is compiled.
const mostReadings = 2000

var readings struct {
	sync.Mutex
	of map[string]*reading
}

// read returns the reading of an expression. Nobody may change what it has.
func read(src string) *reading {
	readings.Lock()
	defer readings.Unlock()
	r := readings.of[src]
	if r == nil {
		if len(readings.of) >= mostReadings || readings.of == nil {
			readings.of = map[string]*reading{}
		}
		r = newReading(src)
		readings.of[src] = r
	}
	return r
}

func newReading(src string) *reading {
	tree, err := parser.Parse(src)
	if err != nil {
		return &reading{err: err}
	}
	r := &reading{tree: tree.Node, calls: map[string]bool{}}
	ast.Walk(&r.tree, visitor(func(n ast.Node) {
		r.calls[callee(n)] = true
		switch n := n.(type) {
		case *ast.IdentifierNode:
			r.identifiers = append(r.identifiers, n)
		case *ast.VariableDeclaratorNode:
			r.variables = append(r.variables, n.Name)
		}
	}))
	return r
}

// walk visits all nodes; none of an expression that can't be parsed, which checking it says.
func (r *reading) walk(visit func(ast.Node)) {
	if r.tree != nil {
		tree := r.tree
		ast.Walk(&tree, visitor(visit))
	}
}
