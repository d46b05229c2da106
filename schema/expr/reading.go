package expr

import (
	"sync"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"
)

// A reading is an expression as it is written, for who only looks at it: everybody gets the
// same one. Of one that can't be parsed it has the fault alone.
type reading struct {
	tree ast.Node
	err  error
	// tokens have their places in bytes; there are none of what has no tokens.
	tokens []lexer.Token
	// The rest are nodes of the tree, in its order: names that stand for something, those that
	// are called, and what is given by let.
	identifiers []*ast.IdentifierNode
	calls       map[string]bool
	variables   []string
	names       []string // Names of the tree
}

// mostReadings is how many are kept: each expression is looked at some twenty times while it is
// compiled, and five packs have 2,650.
const mostReadings = 4000

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
	r := &reading{tokens: lexed(src)}
	tree, err := parser.Parse(src)
	if err != nil {
		r.err = err
		return r
	}
	r.tree, r.calls = tree.Node, map[string]bool{}
	ast.Walk(&r.tree, visitor(func(n ast.Node) {
		r.calls[callee(n)] = true
		switch n := n.(type) {
		case *ast.IdentifierNode:
			r.identifiers = append(r.identifiers, n)
		case *ast.VariableDeclaratorNode:
			r.variables = append(r.variables, n.Name)
		}
	}))
	r.names = Names(r.tree)
	return r
}

// lexed returns the tokens of an expression, with places in bytes.
func lexed(src string) []lexer.Token {
	tokens, err := lexer.Lex(file.NewSource(src))
	if err != nil {
		return nil
	}
	runes, bytes := 0, 0
	at := func(n int) int {
		bytes += byteOffset(src[bytes:], n-runes)
		runes = n
		return bytes
	}
	for i := range tokens {
		tokens[i].From = at(tokens[i].From)
		tokens[i].To = at(tokens[i].To)
	}
	return tokens
}

// named returns those of some names that an expression says: checking it asks for no other,
// unless it takes the names themselves for an object.
func (r *reading) named(names map[string]any) map[string]any {
	said := make(map[string]any, len(r.identifiers))
	for _, t := range r.tokens {
		if t.Kind != lexer.Identifier {
			continue
		}
		if t.Value == environmentName {
			return names
		}
		if of, ok := names[t.Value]; ok {
			said[t.Value] = of
		}
	}
	return said
}

// environmentName is what expr calls all names together.
const environmentName = "$env"

// walk visits all nodes; none of an expression that can't be parsed, which checking it says.
func (r *reading) walk(visit func(ast.Node)) {
	if r.tree != nil {
		tree := r.tree
		ast.Walk(&tree, visitor(visit))
	}
}
