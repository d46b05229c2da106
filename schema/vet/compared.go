package vet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"

	"github.com/expr-lang/expr/ast"
)

// A comparison compares a field of the event, or a fact's answer, with a text.
type comparison struct {
	expression
	root string   // event, or the fact's name; "" for neither
	path []string // from there
	of   described
	op   string
	with *ast.StringNode
}

// subject returns the value compared, as people write it.
func (c comparison) subject() string {
	root := c.root
	if root == "" {
		return c.of.subject
	}
	if root != "event" {
		root += "()"
	}
	return strings.Join(append([]string{root}, c.path...), ".")
}

// field returns the path, below the event, of the field compared; "" if it isn't a field.
func (c comparison) field() string {
	if c.root != "event" {
		return ""
	}
	return strings.Join(c.path, ".")
}

// holds reports whether the comparison may hold for a value.
func (c comparison) holds(value string) bool {
	switch c.op {
	case "startsWith":
		return strings.HasPrefix(value, c.with.Value)
	case "endsWith":
		return strings.HasSuffix(value, c.with.Value)
	case "contains":
		return strings.Contains(value, c.with.Value)
	case "matches":
		pattern, err := regexp.Compile(c.with.Value)
		return len(c.of.form.Values) == 0 || err != nil || pattern.MatchString(value)
	}
	return value == c.with.Value
}

// textual are the operators whose right side is a text, or a list of texts.
var textual = []string{"==", "!=", "in", "startsWith", "endsWith", "contains", "matches"}

// ordering are the operators that order texts.
var ordering = []string{"<", "<=", ">", ">="}

// comparisons returns the comparisons of an expression. Those within a let belong to the let's own
// expression.
func (x expression) comparisons() (all []comparison) {
	items := x.items()
	add := func(op string, of, with ast.Node) {
		texts := textsIn(with)
		if len(texts) == 0 {
			return
		}
		root, path, ok := x.trail(of)
		is := x.described(of, items)
		if keys := is.form.Keys(); op == "in" && !keys.Any() {
			is.form = keys
		}
		for _, s := range texts {
			if slices.Contains(ordering, op) && !is.form.Is("laid") {
				continue
			}
			if ok || !is.form.Any() {
				all = append(all, comparison{x, root, path, is, op, s})
			}
		}
	}
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		b, ok := n.(*ast.BinaryNode)
		if !ok || !slices.Contains(textual, b.Operator) && !slices.Contains(ordering, b.Operator) {
			return
		}
		add(b.Operator, b.Left, b.Right)
		for _, end := range joinedEnds(b) {
			add(end.op, b.Left, end.text)
		}
		if b.Operator == "==" || b.Operator == "!=" {
			add(b.Operator, b.Right, b.Left)
		}
		if b.Operator == "in" && !x.described(b.Right, items).form.Any() {
			add(b.Operator, b.Right, b.Left)
		}
	}))
	return all
}

// An end is what a text that is joined by + begins or ends with, and the operator that says so.
type end struct {
	op   string
	text *ast.StringNode
}

// joinedEnds returns how the right side of a comparison begins and ends, if it is joined and the
// comparison asks for that.
func joinedEnds(b *ast.BinaryNode) (ends []end) {
	all := parts(b.Right)
	if len(all) < 2 {
		return nil
	}
	whole := b.Operator == "==" || b.Operator == "!="
	if s, ok := all[0].(*ast.StringNode); ok && (whole || b.Operator == "startsWith") {
		ends = append(ends, end{"startsWith", s})
	}
	if s, ok := all[len(all)-1].(*ast.StringNode); ok && (whole || b.Operator == "endsWith") {
		ends = append(ends, end{"endsWith", s})
	}
	return ends
}

// trail returns the field or fact that a node refers to, following lets.
func (x expression) trail(n ast.Node) (root string, path []string, ok bool) {
	n, x = x.resolved(n)
	if b, ok := n.(*ast.BinaryNode); ok && b.Operator == "??" {
		n = b.Left
	}
	root, path, ok = expr.Trail(n)
	if !ok || root != "event" && x.scope.Fact(root).Ask == nil {
		return "", nil, false
	}
	return root, path, true
}

// resolved follows a node that names a let to the let's value, and returns that with the expression
// that contains it.
func (x expression) resolved(n ast.Node) (ast.Node, expression) {
	for range maxLets {
		call, isCall := n.(*ast.CallNode)
		if !isCall || len(call.Arguments) > 0 {
			break
		}
		id, isName := call.Callee.(*ast.IdentifierNode)
		if !isName || id.Value == x.let || x.scope.LetTree(id.Value) == nil {
			break
		}
		n, x.let = x.scope.LetTree(id.Value), id.Value
	}
	return n, x
}

// maxLets limits how many lets are followed.
const maxLets = 20

// misspellings finds comparisons with a text that differs from all known texts of a field or fact,
// and that is near to one of them.
func misspellings(of *schema.Schema, h *Hook) (found []finding) {
	type doubt struct {
		finding
		known bool // the text is known at some event
	}
	doubts := map[schema.Place]*doubt{}
	var order []schema.Place
	for _, x := range h.expressions {
		for _, c := range x.comparisons() {
			at := x.at(c.with)
			if doubts[at] == nil {
				doubts[at] = &doubt{}
				order = append(order, at)
			}
			d := doubts[at]
			known := c.known(of)
			if d.known = d.known || known.accepts(c) || h.compares(c.subject(), known.Aliases[c.with.Value]); !d.known {
				m := known.instead(c)
				d.finding = finding{at: at, check: schema.CheckMatcher, text: m.Text, mild: !m.Sure || x.open()}.instead(m.Found, m.Is...)
			}
		}
	}
	for _, at := range order {
		if d := doubts[at]; !d.known && d.text != "" {
			found = append(found, d.finding)
		}
	}
	return found
}

// compares reports whether an expression of a hook compares a subject with a text.
func (h *Hook) compares(subject, text string) bool {
	return text != "" && slices.ContainsFunc(h.expressions, func(x expression) bool {
		return slices.ContainsFunc(x.comparisons(), func(c comparison) bool { return c.with.Value == text && c.subject() == subject })
	})
}

// A known is a subject of comparisons whose possible texts are known.
type known struct {
	subject string
	values  []string
	prop    prove.Prop
}

// learn records what is known about the subjects that an expression compares.
func (b *Binding) learn(of *schema.Schema, x expression) {
	for _, c := range x.comparisons() {
		d, subject := c.known(of), c.subject()
		if len(d.Names) == 0 || d.Tools != nil || !c.of.form.Any() || c.field() == schema.EventField || slices.ContainsFunc(b.known, func(k known) bool { return k.subject == subject }) {
			continue
		}
		values := d.Names
		if !d.closed {
			values = append(slices.Clone(values), "") // the value of a field that isn't sent
		}
		b.known = append(b.known, known{subject, d.Names, prove.Is(parsed(subject), values...)})
	}
}

// contradicted explains which knowledge keeps a condition from holding, "" if none does.
func (b *Binding) contradicted(share *prove.Budget, p prove.Prop) string {
	for _, k := range b.known {
		if !share.Possible(p, k.prop) {
			return fmt.Sprintf(": %s is known to be %s", k.subject, strings.Join(k.values, ", "))
		}
	}
	return ""
}

type nodes func(ast.Node)

// Visit implements ast.Visitor.
func (v nodes) Visit(n *ast.Node) { v(*n) }
