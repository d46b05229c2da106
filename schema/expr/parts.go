package expr

import (
	"maps"
	"slices"

	"bcrules.dev/engine"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Parts splits an expression at its operators. It returns the value of each part, with values for
// the names, and how the parts make up the whole, as a Finding without source and value. It follows
// the evaluation: operands that && or || skipped aren't evaluated here either. A condition on the
// items of a list shows the item that decided (item.go). Constants are left out, except data of the
// rule set, which is shown under its name.
func Parts(src string, names map[string]any, known Known) (whole engine.Finding) {
	tree, err := parser.Parse(src)
	if err != nil {
		return whole
	}
	if len(known.Values) > 0 {
		names = maps.Clone(names)
		maps.Copy(names, known.Values)
	}
	d := dissector{known: known, names: names}
	whole.Doc = d.doc(Plain(src))
	d.dissect(tree.Node, &whole)
	return whole
}

// A dissector knows the values of names, including data of the rule set.
type dissector struct {
	known  Known
	names  map[string]any
	inside bool // within a condition on an item, which is called itemName
}

func (d dissector) parts(n ast.Node) (engine.Op, []engine.Finding) {
	switch n := n.(type) {
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			return engine.Not, d.findings(n.Node)
		}
		return "", d.findings(n.Node)
	case *ast.BinaryNode:
		return ops[n.Operator], d.binary(n)
	case *ast.ConditionalNode:
		all := d.findings(n.Cond)
		taken, other := n.Exp1, n.Exp2
		if v, err := d.value(n.Cond); err == nil && v == false {
			taken, other = other, taken
		}
		return engine.If, append(append(all, d.findings(taken)...), d.skipped(other)...)
	case *ast.VariableDeclaratorNode:
		all := d.findings(n.Value)
		v, err := d.value(n.Value)
		if err != nil {
			return "", all
		}
		return "", append(all, d.with(n.Name, v).findings(n.Expr)...)
	case *ast.CallNode:
		if of, ok := d.predicateFindings(n); ok {
			return engine.Stands, of
		}
		var all []engine.Finding
		for _, a := range n.Arguments {
			all = append(all, d.findings(a)...)
		}
		return "", all
	case *ast.MemberNode:
		if call, ok := n.Node.(*ast.CallNode); ok && d.known.predicates[callee(call)] != nil {
			return "", d.findings(call)
		}
	case *ast.BuiltinNode:
		var all []engine.Finding
		for _, a := range n.Arguments {
			all = append(all, d.findings(a)...)
		}
		return "", append(all, d.item(n)...)
	}
	return "", nil
}

// with returns a dissector that knows one more name.
func (d dissector) with(name string, v any) dissector {
	d.names = maps.Clone(d.names)
	d.names[name] = v
	return d
}

// ops are the operators that depend on the truth of their operands.
var ops = map[string]engine.Op{"&&": engine.And, "and": engine.And, "||": engine.Or, "or": engine.Or}

// binary returns the operands of a chain of one operator as a flat list.
func (d dissector) binary(n *ast.BinaryNode) []engine.Finding {
	var all []engine.Finding
	if left, ok := n.Left.(*ast.BinaryNode); ok && left.Operator == n.Operator && stops(n.Operator) != nil && d.known.Docs[text(left)] == "" {
		all = d.binary(left)
	} else {
		all = d.findings(n.Left)
	}
	if stop := stops(n.Operator); stop != nil {
		if v, err := d.value(n.Left); err != nil || stop(v) {
			return append(all, d.skipped(n.Right)...)
		}
	}
	return append(all, d.findings(n.Right)...)
}

// stops returns a test for values of the left operand that decide the result; nil for operators
// without such values.
func stops(operator string) func(v any) bool {
	switch operator {
	case "&&", "and":
		return func(v any) bool { return v == false }
	case "||", "or":
		return func(v any) bool { return v == true }
	case "??":
		return func(v any) bool { return v != nil }
	}
	return nil
}

// findings returns the finding of a part; none for a constant.
func (d dissector) findings(n ast.Node) []engine.Finding {
	if _, item := n.(*ast.PointerNode); !shown(n) && !(item && d.inside) {
		return nil
	}
	f := engine.Finding{Src: text(n)}
	f.Doc = d.doc(f.Src)
	if name, _, ok := Trail(n); ok && d.known.Values[name] != nil {
		f.Data = true
	}
	if v, err := d.value(n); err != nil {
		f.Error = err.Error()
	} else {
		f.Value = engine.Shown(v)
		d.dissect(n, &f)
	}
	return []engine.Finding{f}
}

// predicateFindings returns the findings about a predicate's condition at a call; ok is false for
// other calls.
func (d dissector) predicateFindings(n *ast.CallNode) (of []engine.Finding, ok bool) {
	calls := d.known.predicates.invocations(text(n))
	if len(calls) != 1 || callee(n) != calls[0].of.Name {
		return nil, false
	}
	tree := parsed(calls[0].condition(d.taken))
	if tree == nil {
		return nil, false
	}
	d.known.Docs = calls[0].docs(d.taken)
	return d.findings(tree), true
}

// doc returns the doc of a part: its own, or that of the predicate that it calls.
func (d dissector) doc(src string) string {
	if doc := d.known.Docs[src]; doc != "" {
		return doc
	}
	if calls := d.known.predicates.invocations(src); len(calls) == 1 && calls[0].to == len(src) && calls[0].from == 0 {
		return calls[0].of.Doc
	}
	return ""
}

// taken reports whether a name is in use.
func (d dissector) taken(name string) bool {
	_, known := d.names[name]
	return known
}

// dissect records the parts of a finding, and the items that a filter rejected.
func (d dissector) dissect(n ast.Node, f *engine.Finding) {
	f.Op, f.Parts = d.parts(n)
	if b, ok := n.(*ast.BuiltinNode); ok {
		f.Rejected = d.left(b)
	}
}

func (d dissector) skipped(n ast.Node) []engine.Finding {
	if !shown(n) {
		return nil
	}
	src := text(n)
	return []engine.Finding{{Src: src, Doc: d.doc(src), Skip: true}}
}

// shown reports whether a part has a value that its text doesn't show.
func shown(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.NilNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode, *ast.ConstantNode, *ast.PredicateNode, *ast.PointerNode:
		return false
	case *ast.ArrayNode:
		return slices.ContainsFunc(n.Nodes, shown)
	case *ast.BuiltinNode: // with constant arguments, such as duration('24h')
		for _, a := range n.Arguments {
			if shown(a) {
				return true
			}
		}
		return len(n.Arguments) == 0
	}
	return true
}

// value evaluates a part in the same way as the whole. Facts are not asked again, as they remember
// their answers.
func (d dissector) value(n ast.Node) (any, error) {
	src := d.known.predicates.expand(text(n), d.taken).text
	if d.inside {
		src = "map([" + itemName + "], " + src + ")[0]"
	}
	program, err := expr.Compile(src, matching()...)
	if err != nil {
		return nil, err
	}
	return expr.Run(program, d.names)
}
