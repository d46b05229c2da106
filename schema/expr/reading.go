package expr

import (
	"sync"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"
)

// A reading is a parsed expression, shared by all its readers. If the expression can't be parsed,
// the reading has only the error and the tokens.
type reading struct {
	tree ast.Node
	err  error
	// tokens have offsets in bytes; nil if the expression can't be tokenized.
	tokens []lexer.Token
	// identifiers are nodes of the tree, in order; calls are the names of called functions,
	// variables the names bound by let.
	identifiers []*ast.IdentifierNode
	calls       map[string]bool
	variables   []string
	names       []string // Names of the tree
}

// mostReadings limits how many readings are kept. Each expression is read some twenty times while
// it is compiled, and five packs have 2,650.
const mostReadings = 4000

var readings struct {
	sync.Mutex
	of map[string]*reading
}

// read returns the reading of an expression. Callers must not change it.
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

// lexed returns the tokens of an expression, with offsets in bytes.
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

// used returns those names that an expression uses: its check needs no others. An expression that
// uses all names as an object needs all.
func (r *reading) used(names map[string]any) map[string]any {
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

// environmentName is expr's name for all names as an object.
const environmentName = "$env"

// walk visits all nodes. It does nothing if the expression can't be parsed, as the check reports
// that.
func (r *reading) walk(visit func(ast.Node)) {
	if r.tree != nil {
		tree := r.tree
		ast.Walk(&tree, visitor(visit))
	}
}
