package expr

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
)

// A Value is data of a rule set that expressions know by a name.
type Value struct {
	Data any  // nil, bool, int, float64, string, []any or map[string]any
	Open bool // it may be other data where the rule set is used, as it is a default
}

// Values finds values by their names. ok is false if there is nothing of a name, and
// err says why what there is is no data.
type Values func(name string) (v Value, ok bool, err error)

// ValuesOf are values. They are constants: types are checked with the name in its
// place, and then data stands there, so that proofs and code know nothing of values.
// Nil has none.
func ValuesOf(find Values) Vocabulary {
	l := newVocabulary()
	if find != nil {
		l.values = []Values{find}
	}
	return l
}

// value finds the value of a name, that of the last layer that has one.
func (s *Scope) value(name string) (Value, bool, error) {
	for _, find := range slices.Backward(s.values) {
		if v, ok, err := find(name); ok || err != nil {
			return v, ok, err
		}
	}
	return Value{}, false, nil
}

// valuesIn returns the values that an expression names.
func (s *Scope) valuesIn(src string) (map[string]Value, error) {
	if len(s.values) == 0 {
		return nil, nil
	}
	tree, err := parser.Parse(src)
	if err != nil {
		return nil, nil // checking it says so
	}
	var used map[string]Value
	var fault error
	ast.Walk(&tree.Node, visitor(func(n ast.Node) {
		id, ok := n.(*ast.IdentifierNode)
		if !ok || s.typed[id.Value] != nil || fault != nil {
			return
		}
		v, ok, err := s.value(id.Value)
		if err != nil {
			fault = &SourceError{Offset: byteOffset(src, id.Location().From), Msg: err.Error()}
		}
		if ok && used == nil {
			used = map[string]Value{}
		}
		if ok {
			used[id.Value] = v
		}
	}))
	return used, fault
}

// data returns values without what is said of them.
func data(values map[string]Value) map[string]any {
	all := map[string]any{}
	for name, v := range values {
		all[name] = v.Data
	}
	return all
}

// withTypes returns names, and those of values with their types.
func withTypes(names map[string]any, values map[string]Value) map[string]any {
	if len(values) == 0 {
		return names
	}
	names = maps.Clone(names)
	for name, v := range values {
		names[name] = dataType(v.Data)
	}
	return names
}

// dataType returns the type that data is checked as. Objects of a list have the fields
// that some of them have.
func dataType(v any) types.Type {
	switch v := v.(type) {
	case string:
		return types.String
	case bool:
		return types.Bool
	case int:
		return types.Int
	case float64:
		return types.Float64
	case []any:
		var item types.Type
		for _, x := range v {
			item = either(item, dataType(x))
		}
		if item == nil {
			item = types.Any
		}
		return types.Array(item)
	case map[string]any:
		m := types.Map{}
		for name, x := range v {
			m[name] = dataType(x)
		}
		return m
	}
	return types.Any
}

// either returns the type of what is of one type or the other; one may be nil.
func either(a, b types.Type) types.Type {
	x, ok1 := a.(types.Map)
	y, ok2 := b.(types.Map)
	switch {
	case a == nil:
		return b
	case ok1 && ok2:
		m := maps.Clone(x)
		for name, t := range y {
			m[name] = either(m[name], t)
		}
		return m
	case fmt.Sprint(a) == fmt.Sprint(b):
		return a
	}
	return types.Any
}

// A filler puts the data of values in the place of their names, and of a field of one
// the data of that field.
type filler struct {
	values map[string]Value
	filled map[ast.Node]bool
}

// fill returns a tree with the data of values in it, each as what write makes of it.
func fill(tree ast.Node, values map[string]Value, write func(data any) ast.Node) ast.Node {
	if len(values) == 0 {
		return tree
	}
	f := filler{values, map[ast.Node]bool{}}
	ast.Walk(&tree, f)
	ast.Walk(&tree, writer{f.filled, write})
	return tree
}

// Visit implements ast.Visitor. What a node is made of has been visited before.
func (f filler) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if v, ok := f.values[n.Value]; ok {
			f.put(node, v.Data)
		}
	case *ast.MemberNode:
		of, ok := n.Node.(*ast.ConstantNode)
		if !ok || !f.filled[n.Node] {
			return
		}
		switch key := n.Property.(type) {
		case *ast.StringNode:
			if m, ok := of.Value.(map[string]any); ok {
				f.put(node, m[key.Value])
			}
		case *ast.IntegerNode:
			if l, ok := of.Value.([]any); ok && key.Value >= 0 && key.Value < len(l) {
				f.put(node, l[key.Value])
			}
		}
	case *ast.ChainNode:
		if f.filled[n.Node] {
			*node = n.Node
		}
	}
}

func (f filler) put(node *ast.Node, data any) {
	n := &ast.ConstantNode{Value: data}
	ast.Patch(node, n)
	f.filled[n] = true
}

// A writer gives the data that a filler has put into a tree its form.
type writer struct {
	filled map[ast.Node]bool
	write  func(data any) ast.Node
}

// Visit implements ast.Visitor.
func (w writer) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.ConstantNode); ok && w.filled[n] {
		ast.Patch(node, placed(w.write(n.Value), n.Location()))
	}
}

// folded returns a tree in which texts that are put together are one, so that a pattern
// is compiled with the expression and a path is known.
func folded(tree ast.Node) ast.Node {
	ast.Walk(&tree, folder{})
	return tree
}

type folder struct{}

// Visit implements ast.Visitor.
func (folder) Visit(node *ast.Node) {
	n, ok := (*node).(*ast.BinaryNode)
	if !ok || n.Operator != "+" {
		return
	}
	left, ok1 := n.Left.(*ast.StringNode)
	right, ok2 := n.Right.(*ast.StringNode)
	if ok1 && ok2 {
		*node = placed(literal(left.Value+right.Value), left.Location())
	}
}

// placed gives all of a tree one location.
func placed(n ast.Node, at file.Location) ast.Node {
	ast.Walk(&n, visitor(func(n ast.Node) { n.SetLocation(at) }))
	return n
}

// literal writes data as an author would.
func literal(data any) ast.Node {
	switch v := data.(type) {
	case string:
		return &ast.StringNode{Value: v}
	case bool:
		return &ast.BoolNode{Value: v}
	case int:
		return &ast.IntegerNode{Value: v}
	case float64:
		return &ast.FloatNode{Value: v}
	case []any:
		list := &ast.ArrayNode{}
		for _, item := range v {
			list.Nodes = append(list.Nodes, literal(item))
		}
		return list
	case map[string]any:
		m := &ast.MapNode{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			m.Pairs = append(m.Pairs, &ast.PairNode{Key: &ast.StringNode{Value: name}, Value: literal(v[name])})
		}
		return m
	}
	return &ast.NilNode{}
}

// inWords says of a fault in an expression that names values what an author of rules
// would.
func (s *Scope) inWords(src string, values map[string]Value, err error) error {
	se, ok := err.(*SourceError)
	if !ok {
		return err
	}
	if at := stray(src); at >= 0 {
		return &SourceError{Offset: at, Msg: "found ${ in an expression, want what stands in it alone"}
	}
	for name := range values {
		if se.Msg == "cannot redeclare "+name {
			se.Msg = fmt.Sprintf("%s is a value of the rule set, want another name here", name)
		}
		if strings.HasPrefix(src[min(len(src), se.Offset):], name) && strings.HasSuffix(se.Msg, "is not callable") {
			se.Msg = fmt.Sprintf("%s is a value of the rule set, want it without ()", name)
		}
	}
	return se
}

// means reports whether what stands in ${…} is meant as an expression and is no variable
// of a shell: it has a name that is known here, or a call.
func (s *Scope) means(inner string) (meant bool) {
	tree, err := parser.Parse(inner)
	if err != nil {
		return false
	}
	ast.Walk(&tree.Node, visitor(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.IdentifierNode:
			_, value, _ := s.value(n.Value)
			meant = meant || value || s.typed[n.Value] != nil
		case *ast.CallNode, *ast.BuiltinNode:
			meant = true
		}
	}))
	return meant
}

// Fields returns the names of the fields of what stands at a path below a value, none
// if that is no object.
func (s *Scope) Fields(name string, path []string) []string {
	v, _, _ := s.value(name)
	at := v.Data
	for _, name := range path {
		m, _ := at.(map[string]any)
		at = m[name]
	}
	m, _ := at.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}

// stray returns where a ${ stands in an expression outside of its texts, -1 if nowhere.
func stray(src string) int {
	var quote byte
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case quote != 0 && c == '\\' && quote != '`':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case strings.HasPrefix(src[i:], "${"):
			return i
		}
	}
	return -1
}

// checkTexts refuses a text in an expression that has ${…} with what is a name here:
// such texts are taken as they stand.
func (s *Scope) checkTexts(src string, tree ast.Node) (fault error) {
	ast.Walk(&tree, visitor(func(n ast.Node) {
		text, ok := n.(*ast.StringNode)
		if !ok || fault != nil || !strings.Contains(text.Value, "${") {
			return
		}
		for _, inner := range Expressions(text.Value) {
			if s.means(inner) {
				at := byteOffset(src, text.Location().From)
				fault = &SourceError{Offset: at + max(0, strings.Index(src[at:], "${")),
					Msg: fmt.Sprintf("found ${%s} in a text of an expression, where it is not filled in; want '…' + string(%s)", inner, inner)}
				return
			}
		}
	}))
	return fault
}
