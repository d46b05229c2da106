package prove

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

// compare translates a comparison. If the constant is on the left, the sides are swapped.
func (t translator) compare(n *ast.BinaryNode, op string) formula {
	left, lt := t.resolve(n.Left)
	right, rt := t.resolve(n.Right)
	if set, ok := right.(*ast.IdentifierNode); ok && op == "matches" && t.scope != nil && t.scope.Fits != nil {
		if fits := t.scope.Fits(set.Value); fits != nil {
			return lt.fitted(left, fits)
		}
	}
	if v, ok := rt.constant(right); ok {
		return lt.against(left, op, v, rt.open)
	}
	if v, ok := lt.constant(left); ok {
		if turned, ok := turn[op]; ok {
			return rt.against(right, turned, v, lt.open)
		}
	}
	return t.opaque(n, op)
}

// fitted translates a match of a node with a set of words.
func (t translator) fitted(n ast.Node, fits *func(string) bool) formula {
	n, t = t.resolve(n)
	if v, ok := t.constant(n); ok {
		text, isText := v.(string)
		if t.open {
			return unknown()
		}
		return truth(isText && (*fits)(text))
	}
	t.fields(n, t.set(n))
	return test{t.term(n), "fits", fits}
}

// turn maps operators to those with swapped sides.
var turn = map[string]string{"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// against translates a comparison of a node with a constant.
func (t translator) against(n ast.Node, op string, want any, open bool) formula {
	if !t.step() {
		return unknown()
	}
	n, t = t.resolve(n)
	if c, ok := n.(*ast.ConditionalNode); ok {
		return choice{t.formula(c.Cond), t.against(c.Exp1, op, want, open), t.against(c.Exp2, op, want, open)}
	}
	if _, list := want.([]any); list {
		return unknown()
	}
	if v, ok := t.constant(n); ok {
		return constants(v, op, want, open || t.open)
	}
	if b, ok := n.(*ast.BuiltinNode); ok && counting[b.Name] && !open && !t.open {
		if f, ok := decideCount(op, want); ok {
			return f
		}
	}
	if b, ok := want.(bool); ok && op == "==" && t.sort(n) == boolSort {
		if b {
			return t.formula(n)
		}
		return not{t.formula(n)}
	}
	t.counted(n)
	t.fields(n, t.set(n))
	return test{t.term(n), op, want}
}

// counting are the functions that count things.
var counting = map[string]bool{"len": true, "count": true}

// decideCount decides comparisons of a count that hold for every count or for none.
func decideCount(op string, want any) (f formula, known bool) {
	n, ok := want.(float64)
	switch {
	case !ok:
		return nil, false
	case op == "<" && n <= 0, (op == "<=" || op == "==") && n < 0:
		return truth(false), true
	case op == ">=" && n <= 0, op == ">" && n < 0:
		return truth(true), true
	}
	return nil, false
}

// constants compares two constants.
func constants(v any, op string, want any, open bool) formula {
	if _, list := v.([]any); list || open {
		return unknown()
	}
	d := domain{sort: anySort, tests: map[predicate]int{}}
	d.add(test{op: "==", want: v})
	p := predicate{op, want}
	d.add(test{op: op, want: want})
	d.cells()
	for i, c := range d.all {
		if d.try(predicate{"==", v}, i) == holds {
			switch d.ends(p, c) {
			case holds:
				return truth(true)
			case fails:
				return truth(false)
			}
		}
	}
	return unknown()
}

// among translates x in [...].
func (t translator) among(n *ast.BinaryNode) formula {
	right, rt := t.resolve(n.Right)
	v, ok := rt.constant(right)
	list, isList := v.([]any)
	left, lt := t.resolve(n.Left)
	// If a list consists of strings including the empty one, expr also finds nil in it.
	nilToo := slices.Contains(list, any("")) && lt.sort(left) != stringSort
	if !ok || !isList || len(list) > maxList || nilToo {
		if f, ok := t.has(n); ok {
			return f
		}
		return t.opaque(n, "in")
	}
	if len(list) == 0 && (t.open || rt.open) {
		return unknown()
	}
	var one or
	for _, v := range list {
		one = append(one, lt.against(left, "==", v, rt.open))
	}
	return one
}

// opaque translates a comparison as a single term.
func (t translator) opaque(n *ast.BinaryNode, op string) formula {
	left, right := n.Left, n.Right
	switch op {
	case ">":
		op, left, right = "<", right, left
	case ">=":
		op, left, right = "<=", right, left
	}
	return test{term{t.identity(&ast.BinaryNode{Operator: op, Left: left, Right: right}), boolSort}, "==", true}
}
