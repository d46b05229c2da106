package vet

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// exceeds finds a comparison that is decided by how long a text or list can be: its length with a
// greater number, or a text that was cut with a longer one.
func (x expression) exceeds(n *ast.BinaryNode) finding {
	of, with, op := n.Left, n.Right, n.Operator
	if _, ok := number(of); ok {
		of, with, op = with, of, turned[op]
	}
	if length, ok := of.(*ast.BuiltinNode); ok && length.Name == "len" {
		most, known := x.most(length.Arguments[0], x.items(), 0)
		than, counts := number(with)
		if !known || !counts {
			return finding{}
		}
		never := op == ">" && than >= float64(most) || (op == ">=" || op == "==") && than > float64(most)
		always := op == "<" && than > float64(most) || (op == "<=") && than >= float64(most) || op == "!=" && than > float64(most)
		return x.decided(n, never, always, fmt.Sprintf("%s is %d at most", oneLine(length), most))
	}
	if !slices.Contains(textual, op) || op == "matches" {
		return finding{}
	}
	if list, ok := with.(*ast.ArrayNode); ok && op != "in" {
		most, known := x.most(of, x.items(), 0)
		long := known && len(list.Nodes) > most
		return x.decided(n, long && op == "==", long && op == "!=", fmt.Sprintf("%s has %d items at most, and %s more", oneLine(of), most, oneLine(list)))
	}
	for _, s := range textsIn(with) {
		if _, literal := of.(*ast.StringNode); literal {
			break
		}
		if most, known := x.most(of, x.items(), 0); known && utf8.RuneCountInString(s.Value) > most {
			return x.decided(s, op != "!=", op == "!=", fmt.Sprintf("%s has %d characters at most, and %s more", oneLine(of), most, quoted(s.Value)))
		}
	}
	return finding{}
}

// turned has the operators that say the same with their sides changed.
var turned = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// decided returns the finding that a comparison never or always holds.
func (x expression) decided(at ast.Node, never, always bool, why string) finding {
	switch {
	case never:
		return finding{at: x.at(at), check: checkNever, text: "can never hold: " + why, mild: x.open()}
	case always:
		return finding{at: x.at(at), check: schema.CheckAlways, text: "always holds: " + why, mild: x.open()}
	}
	return finding{}
}

// most returns how many characters or items a value has at most; ok is false if that is unknown.
func (x expression) most(n ast.Node, of items, deep int) (most int, ok bool) {
	if n == nil || deep > maxLets {
		return 0, false
	}
	n, own := x.resolved(n)
	if own.let != x.let {
		of = itemsIn(n)
	}
	switch n := n.(type) {
	case *ast.StringNode:
		return utf8.RuneCountInString(n.Value), true
	case *ast.ChainNode:
		return own.most(n.Node, of, deep+1)
	case *ast.ConditionalNode:
		yes, ok := own.most(n.Exp1, of, deep+1)
		no, also := own.most(n.Exp2, of, deep+1)
		return max(yes, no), ok && also
	case *ast.BinaryNode:
		left, ok := own.most(n.Left, of, deep+1)
		right, also := own.most(n.Right, of, deep+1)
		return left + right, ok && also && n.Operator == "+"
	case *ast.SliceNode:
		if last, ok := n.From.(*ast.UnaryNode); ok && n.To == nil && last.Operator == "-" {
			most, ok := number(last.Node)
			return int(most), ok
		}
		from, _ := number(n.From)
		if to, ok := number(n.To); ok && from >= 0 && to >= from {
			return int(to - from), true
		}
		return own.most(n.Node, of, deep+1)
	case *ast.MemberNode:
		return own.mostGiven(n)
	case *ast.CallNode:
		_, fact, ok := own.factOf(n)
		if at := fact.Param(fact.AtMost); ok && at >= 0 && at < len(n.Arguments) {
			most, ok := number(n.Arguments[at])
			return int(most), ok && most >= 0
		}
		return fact.Length, fact.Length > 0
	case *ast.BuiltinNode:
		switch n.Name {
		case "take":
			return own.most(&ast.SliceNode{Node: n.Arguments[0], To: n.Arguments[1]}, of, deep+1)
		case "filter", "map", "uniq", "sort", "reverse", "trim", "lower", "upper", "trimPrefix", "trimSuffix":
			return own.most(n.Arguments[0], of, deep+1)
		}
	}
	return 0, false
}

// mostGiven returns how many items a field of a fact's answer has at most, by the option that says
// so.
func (x expression) mostGiven(m *ast.MemberNode) (most int, ok bool) {
	option := tagOf(m).Get("needs")
	of, own := x.resolved(m.Node)
	call, calls := of.(*ast.CallNode)
	if option == "" || !calls {
		return 0, false
	}
	if _, _, isFact := own.factOf(call); !isFact {
		return 0, false
	}
	for _, arg := range call.Arguments {
		options, written := arg.(*ast.MapNode)
		if !written {
			continue
		}
		for _, n := range options.Pairs {
			pair := n.(*ast.PairNode)
			if key, named := pair.Key.(*ast.StringNode); named && key.Value == option {
				most, ok := number(pair.Value)
				return int(most), ok
			}
		}
	}
	return 0, false
}
