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

// outside returns the translator for an expression that doesn't see the item of a list.
func (t translator) outside() translator {
	t.item, t.alias = nil, ""
	return t
}

// work is the state of translating one condition.
type work struct {
	budget *Budget
	open   bool // it has open text
	moment int  // when it is asked: the outcomes of steps change
	given  []given
	told   map[string]bool // keys of the givens that were added
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
// doesn't lie in c.
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

// plainFolder matches folders whose texts tell, on each system, which of two lies in the other.
var plainFolder = regexp.MustCompile(`^(~?/)?[a-z0-9._-]+(/[a-z0-9._-]+)*/?$`)

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
