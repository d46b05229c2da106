package prove

import (
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/expr-lang/expr/ast"
)

// A translator turns the expressions of a hook into formulas.
type translator struct {
	scope *Scope
	self  string // the let whose expression is being translated, "" for none
	open  bool
	work  *work

	item  reflect.Type // of #, nil if it isn't known
	alias string       // the name that an each gives to #, "" for none
}

// outside returns the translator for what doesn't know the items of a list.
func (t translator) outside() translator {
	t.item, t.alias = nil, ""
	return t
}

// work is the state of translating one condition.
type work struct {
	budget *Budget
	open   bool // it has open text
	moment int  // when it is asked, as outcomes of steps may be others at another
	given  []given
	told   map[string]bool // keys of given
}

// stepsOfNode is the cost of translating a node, and stepsOfConstant that of evaluating a constant
// subexpression.
const (
	stepsOfNode     = 20
	stepsOfConstant = 1000
)

// step counts a node, and reports whether the budget allows more.
func (t translator) step() bool {
	t.work.budget.spend(stepsOfNode)
	return !t.work.budget.spent()
}

// resolve expands calls of lets.
func (t translator) resolve(n ast.Node) (ast.Node, translator) {
	for t.scope != nil {
		call, ok := n.(*ast.CallNode)
		if !ok || len(call.Arguments) > 0 {
			break
		}
		id, ok := call.Callee.(*ast.IdentifierNode)
		let, known := t.scope.Lets[name(id)]
		if !ok || !known || id.Value == t.self || let.Tree == nil || !t.step() {
			break
		}
		n, t.self, t.open = let.Tree, id.Value, let.Open
		t.work.open = t.work.open || t.open
	}
	return n, t
}

func name(id *ast.IdentifierNode) string {
	if id == nil {
		return ""
	}
	return id.Value
}

// outcome reports whether the result of a call may vary, being that of a step or of an unknown let.
func (t translator) outcome(call *ast.CallNode) bool {
	id, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || t.scope == nil {
		return !ok
	}
	_, let := t.scope.Lets[id.Value]
	return t.scope.Outcomes[id.Value] || let && id.Value != t.self
}

// formula translates a boolean expression.
func (t translator) formula(n ast.Node) formula {
	if n == nil || !t.step() {
		return unknown()
	}
	n, t = t.resolve(n)
	switch n := n.(type) {
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			return not{t.formula(n.Node)}
		}
	case *ast.ConditionalNode:
		return choice{t.formula(n.Cond), t.formula(n.Exp1), t.formula(n.Exp2)}
	case *ast.BinaryNode:
		switch n.Operator {
		case "&&", "and":
			return and{t.formula(n.Left), t.formula(n.Right)}
		case "||", "or":
			return or{t.formula(n.Left), t.formula(n.Right)}
		case "!=":
			return not{t.compare(n, "==")}
		case "==", "<", "<=", ">", ">=", "startsWith", "endsWith", "contains", "matches":
			return t.compare(n, n.Operator)
		case "in":
			return t.among(n)
		}
	}
	if f, ok := t.some(n); ok {
		return f
	}
	if f, ok := t.lies(n); ok {
		return f
	}
	if v, ok := t.constant(n); ok {
		holds, isBool := v.(bool)
		if t.open || !isBool {
			return unknown()
		}
		return truth(holds)
	}
	is := test{t.term(n), "==", true}
	t.fields(n, is)
	return is
}

// lies translates the question whether a path lies in a folder: what lies in a/b lies in a, and
// not in c.
func (t translator) lies(n ast.Node) (formula, bool) {
	call, ok := n.(*ast.CallNode)
	if !ok || len(call.Arguments) != 2 || t.scope == nil || t.scope.Within == nil {
		return nil, false
	}
	id, ok := call.Callee.(*ast.IdentifierNode)
	if _, let := t.scope.Lets[name(id)]; !ok || !t.scope.Within(id.Value) || let && id.Value != t.self {
		return nil, false
	}
	right, rt := t.resolve(call.Arguments[1])
	v, _ := rt.constant(right)
	folder, ok := v.(string)
	of, known := t.key(call.Arguments[0])
	if !ok || !known || t.open || rt.open || !plainFolder.MatchString(folder) || path.Clean(folder) != strings.TrimSuffix(folder, "/") {
		return nil, false
	}
	from := ""
	if folder[0] == '/' || folder[0] == '~' {
		from, folder = folder[:1], folder[1:]
	}
	return test{term{"(lies " + from + " " + of + ")", stringSort}, "startsWith", "/" + strings.Trim(folder, "/") + "/"}, true
}

// plainFolder matches folders of which the texts say which lies in which, on each system.
var plainFolder = regexp.MustCompile(`^(~?/)?[a-z0-9._-]+(/[a-z0-9._-]+)*/?$`)

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

// term returns a subexpression as a term.
func (t translator) term(n ast.Node) term { return term{t.identity(n), t.sort(n)} }

func (t translator) identity(n ast.Node) any {
	if key, ok := t.key(n); ok {
		return key
	}
	return new(int)
}

// sort returns the type of a value if the event, a fact or a function always gives a value of
// exactly that type; else anySort.
func (t translator) sort(n ast.Node) sort {
	if !t.exactly(n) {
		return anySort
	}
	switch n.Type() {
	case reflect.TypeFor[string]():
		return stringSort
	case reflect.TypeFor[int]():
		return intSort
	case reflect.TypeFor[float64]():
		return floatSort
	case reflect.TypeFor[bool]():
		return boolSort
	case reflect.TypeFor[time.Duration]():
		return durationSort
	}
	return anySort
}

// exactFunctions always return a value of their type.
var exactFunctions = []string{"int", "len", "lower", "replace", "string", "trim", "trimPrefix", "trimSuffix", "upper"}

// exactly reports whether a value always has the type that expr inferred, unlike items of lists and
// maps and values that may be nil.
func (t translator) exactly(n ast.Node) bool {
	n, t = t.resolve(n)
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return true
	case *ast.MemberNode:
		_, field := n.Property.(*ast.StringNode)
		return field && !n.Optional && t.exactly(n.Node)
	case *ast.CallNode:
		_, fact := n.Callee.(*ast.IdentifierNode)
		return fact
	case *ast.BuiltinNode:
		return slices.Contains(exactFunctions, n.Name)
	case *ast.UnaryNode:
		return n.Operator == "!" || n.Operator == "not"
	}
	return false
}
