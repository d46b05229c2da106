package vet

import (
	"cmp"
	"reflect"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
)

// described is a text, or a list of texts, whose form a fact declares.
type described struct {
	subject string // as people write it
	field   string // last name in the subject
	form    form.Form
}

// items maps each # in an expression to the list that it is an item of.
type items map[*ast.PointerNode]ast.Node

// itemsIn returns the items of an expression.
func itemsIn(tree ast.Node) items {
	all := items{}
	ast.Walk(&tree, nodes(func(n ast.Node) { // inner functions come first
		f, ok := n.(*ast.BuiltinNode)
		if !ok || len(f.Arguments) < 2 {
			return
		}
		for _, arg := range f.Arguments[1:] {
			ast.Walk(&arg, nodes(func(n ast.Node) {
				if p, ok := n.(*ast.PointerNode); ok && p.Name == "" && all[p] == nil {
					all[p] = f.Arguments[0]
				}
			}))
		}
	}))
	return all
}

// described returns what facts declare about a node, following lets and items of lists.
func (x expression) described(n ast.Node, of items) described {
	switch n := n.(type) {
	case *ast.ChainNode:
		return x.described(n.Node, of)
	case *ast.BinaryNode:
		if n.Operator == "??" {
			return x.described(n.Left, of)
		}
	case *ast.PointerNode:
		return x.described(of[n], of).as("#")
	case *ast.IdentifierNode:
		if list := x.listOf(n.Value); list != nil {
			return x.described(list, itemsIn(list)).as(n.Value)
		}
	case *ast.MemberNode:
		if tag := tagOf(n); tag != "" {
			return described{strings.TrimPrefix(n.String(), "#"), tag.Get("expr"), form.Of(cmp.Or(x.ofItems(n, of), tag.Get("form")))}
		}
		if _, named := n.Property.(*ast.StringNode); !named {
			if is := x.described(n.Node, of); is.form.Keys().Any() {
				return is
			}
		}
	case *ast.BuiltinNode:
		return x.itemsForm(n, of)
	case *ast.CallNode:
		return x.callForm(n)
	}
	return described{}
}

// ofItems returns the form that a field has in the items of one list, if it isn't the field's
// general form (the tag items of the list's field); "" for other fields.
func (x expression) ofItems(m *ast.MemberNode, of items) string {
	n := m.Node
	for range maxLets {
		n, x = x.resolved(n)
		switch at := n.(type) {
		case *ast.PointerNode:
			n = of[at]
		case *ast.IdentifierNode:
			n = x.listOf(at.Value)
		case *ast.BuiltinNode:
			n = at.Arguments[0]
		case *ast.MemberNode:
			if field, is, _ := strings.Cut(tagOf(at).Get("items"), "="); is != "" {
				if name, ok := m.Property.(*ast.StringNode); ok && name.Value == field {
					return is
				}
				return ""
			}
			n = at.Node
		default:
			return ""
		}
		if n == nil {
			return ""
		}
	}
	return ""
}

// valuesOf returns the texts of some nodes.
func valuesOf(all []*ast.StringNode) (texts []string) {
	for _, s := range all {
		texts = append(texts, s.Value)
	}
	return texts
}

// as returns the description under another subject.
func (d described) as(subject string) described {
	d.subject = subject
	return d
}

// listOf returns the list whose items the each of the rule, or of its hook, gives this name; nil if
// neither does.
func (x expression) listOf(name string) ast.Node {
	of := x.binding.Hook.Each
	if x.rule >= 0 && x.binding.Hook.Rules[x.rule].Each != nil {
		of = x.binding.Hook.Rules[x.rule].Each
	}
	if of == nil || of.Name != name || of.Expr.Src == x.src {
		return nil
	}
	return x.scope.Tree(of.Expr.Src)
}

// itemsForm returns what is declared about the items of the list that a function returns, or about
// the item that it returns.
func (x expression) itemsForm(f *ast.BuiltinNode, of items) described {
	if len(f.Arguments) == 0 {
		return described{}
	}
	switch f.Name {
	case "int", "filter", "find", "findLast", "first", "last", "uniq", "sort", "reverse":
		return x.described(f.Arguments[0], of)
	case "toJSON":
		return described{f.Name + "()", f.Name, form.Of("indented")}
	case "keys":
		of := x.described(f.Arguments[0], of)
		return described{f.String(), of.field, of.form.Keys()}
	case "map":
		if to, ok := f.Arguments[1].(*ast.PredicateNode); ok {
			return x.described(to.Node, of)
		}
	}
	return described{}
}

// callForm returns what is declared about a fact's answer, or about the value of a let.
func (x expression) callForm(call *ast.CallNode) described {
	id, ok := call.Callee.(*ast.IdentifierNode)
	if !ok {
		return described{}
	}
	if tree := x.scope.LetTree(id.Value); tree != nil && id.Value != x.let && len(call.Arguments) == 0 {
		x.let = id.Value
		return x.described(tree, itemsIn(tree))
	}
	fact := x.scope.Fact(id.Value)
	is := described{id.Value + "()", id.Value, form.Of(fact.Form)}
	for i, arg := range call.Arguments {
		if fact.Among != "" && i == fact.Param(fact.Among) {
			if list, ok := arg.(*ast.ArrayNode); ok && len(textsIn(list)) == len(list.Nodes) {
				is.form = form.Form{Values: valuesOf(textsIn(list))}
			}
		}
		s, ok := arg.(*ast.StringNode)
		switch {
		case ok && fact.Takes(i) == "layout":
			is.form = form.Laid(s.Value)
		case ok && fact.Takes(i) == "variable" && folders[s.Value]:
			is.form = form.Of("path")
		}
	}
	return is
}

// folders are variables that name a folder wherever they are set.
var folders = map[string]bool{"HOME": true, "PWD": true, "CLAUDE_PROJECT_DIR": true}

// tagOf returns the tag of the Go struct field that a node selects, "" if it selects none.
func tagOf(m *ast.MemberNode) reflect.StructTag {
	return tagIn(m.Node.Type(), m)
}

// tagIn is tagOf for a field of a given type.
func tagIn(of reflect.Type, m *ast.MemberNode) reflect.StructTag {
	name, ok := m.Property.(*ast.StringNode)
	if !ok || of == nil || of.Kind() != reflect.Struct {
		return ""
	}
	for i := range of.NumField() {
		if tag := of.Field(i).Tag; tag.Get("expr") == name.Value {
			return tag
		}
	}
	return ""
}

// neverLike finds a comparison with a text whose form the subject never has.
func (c comparison) neverLike(of *schema.Schema) finding {
	like := c.of.form
	if c.root == "event" {
		switch traits := of.Events.Traits(c.binding.Event, c.binding.Agenda.Matcher, c.match()); {
		case traits.Absolute[c.field()]:
			like = form.Of("path")
		case traits.Forms[c.field()] != "":
			like = form.Of(traits.Forms[c.field()])
		case traits.Optional[c.field()] && len(c.path) == 1 && len(c.known(of).Names) == 0:
			like = form.Of("id")
		}
	}
	wrong := like.Compared(c.subject(), c.op, c.with.Value)
	if wrong.Text == "" {
		return finding{}
	}
	found := c.with.Value
	if c.op == "matches" {
		found = "the pattern " + found
	}
	f := c.value(c.with, "%s: found %s, %s", c.subject(), found, wrong.Text)
	f.mild = f.mild || wrong.Mild
	return f.instead(found, wrong.Is)
}

// selected checks a name that selects a value from an object with names of a form.
func (x expression) selected(m *ast.MemberNode) finding {
	name, ok := m.Property.(*ast.StringNode)
	of, isMember := m.Node.(*ast.MemberNode)
	if !ok || !isMember || tagOf(of) == "" {
		return finding{}
	}
	if wrong := form.Of(tagOf(of).Get("form")).Keys().Given(name.Value); wrong.Text != "" {
		return x.value(name, "%s: found %s, %s", of.Property.(*ast.StringNode).Value, name.Value, wrong.Text).instead(name.Value, wrong.Is)
	}
	return finding{}
}

// factOf returns the fact that a call calls, with its name; ok is false if it calls no fact.
func (x expression) factOf(call *ast.CallNode) (name string, fact engine.Fact, ok bool) {
	id, ok := call.Callee.(*ast.IdentifierNode)
	if !ok {
		return "", engine.Fact{}, false
	}
	fact = x.scope.Fact(id.Value)
	return id.Value, fact, fact.Ask != nil
}

// dependsOnEvent reports whether a node depends on the event, a fact or an item.
func dependsOnEvent(tree ast.Node) (is bool) {
	ast.Walk(&tree, nodes(func(n ast.Node) {
		switch n.(type) {
		case *ast.IdentifierNode, *ast.PointerNode:
			is = true
		}
	}))
	return is
}

// agentNames returns the names of the programs that send events.
func agentNames(of *schema.Schema) (names []string) {
	all := of.Agents()
	for _, a := range all {
		names = append(names, a.Name)
	}
	return names
}
