package expr

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// SortLets returns lets in an order in which each follows those it uses. In a let's own expression
// its name refers to the fact of that name, so that a hook can, for example, fix the path of a lock
// once. A cycle of lets is an error.
func SortLets(lets []plan.Let) ([]plan.Let, error) {
	byName := map[string]plan.Let{}
	for _, l := range lets {
		byName[l.Name] = l
	}
	var sorted []plan.Let
	done := map[string]bool{}
	var visit func(l plan.Let, path []string) error
	visit = func(l plan.Let, path []string) error {
		if i := slices.Index(path, l.Name); i >= 0 {
			return fmt.Errorf("lets use each other in a ring: %s", strings.Join(append(path[i:], l.Name), ", "))
		}
		if done[l.Name] {
			return nil
		}
		for _, n := range Identifiers(l.Expr.Src) {
			if used, ok := byName[n]; ok && n != l.Name {
				if err := visit(used, append(path, l.Name)); err != nil {
					return err
				}
			}
		}
		done[l.Name] = true
		sorted = append(sorted, l)
		return nil
	}
	for _, l := range lets {
		if err := visit(l, nil); err != nil {
			return lets, err
		}
	}
	return sorted, nil
}

// Identifiers returns the names that an expression refers to; none if it can't be parsed.
func Identifiers(src string) []string { return slices.Clone(read(src).names) }

// Names returns the names that a tree refers to, except those bound in it by let.
func Names(tree ast.Node) []string {
	c := nameCollector{own: map[ast.Node]bool{}}
	ast.Walk(&tree, &c)
	var names []string
	for _, n := range c.nodes {
		if !c.own[n] {
			names = append(names, nameOf(n))
		}
	}
	return names
}

// nameOf returns the name that a node consists of, "" for other nodes.
func nameOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value
	case *ast.BuiltinNode: // a fact may have the name of a function, such as now
		return n.Name
	}
	return ""
}

// A nameCollector collects the nodes that are names; if let is set, only those with that name.
type nameCollector struct {
	let   string
	nodes []ast.Node
	own   map[ast.Node]bool // names bound by an enclosing let
}

// Visit implements ast.Visitor.
func (c *nameCollector) Visit(node *ast.Node) {
	if name := nameOf(*node); name != "" && (c.let == "" || c.let == name) {
		c.nodes = append(c.nodes, *node)
	}
	if let, ok := (*node).(*ast.VariableDeclaratorNode); ok && c.own != nil {
		of := nameCollector{let: let.Name}
		ast.Walk(&let.Expr, &of)
		for _, n := range of.nodes {
			c.own[n] = true
		}
	}
}

// checkOptions reports unknown keys in map literals, unknown marks, and malformed durations and
// dates. A let hides the fact of its name.
func checkOptions(src string, tree ast.Node, facts map[string]engine.Fact, lets map[string]ast.Node, marks []string) error {
	v := &optionVisitor{src: src, facts: facts, lets: lets, marks: marks}
	ast.Walk(&tree, v)
	if v.fault != nil {
		return v.fault
	}
	return nil
}

type optionVisitor struct {
	src   string
	facts map[string]engine.Fact
	lets  map[string]ast.Node
	marks []string
	fault *SourceError
}

// Visit implements ast.Visitor.
func (o *optionVisitor) Visit(node *ast.Node) {
	if b, ok := (*node).(*ast.BuiltinNode); ok && o.fault == nil {
		o.time(b)
	}
	call, ok := (*node).(*ast.CallNode)
	if !ok || o.fault != nil {
		return
	}
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || o.lets[name.Value] != nil {
		return
	}
	fact := o.facts[name.Value]
	if most := fact.Most(); fact.Ask != nil && fact.Ask.Type().IsVariadic() && most >= 0 && len(call.Arguments) > most {
		o.fault = &SourceError{Offset: byteOffset(o.src, call.Arguments[most].Location().From),
			Msg: fmt.Sprintf("found too many arguments, want %s(%s)", name.Value, fact.Params)}
		return
	}
	if i := fact.Param(fact.Marks); i >= 0 && i < len(call.Arguments) {
		if s, ok := call.Arguments[i].(*ast.StringNode); ok && !slices.Contains(o.marks, s.Value) {
			o.fault = &SourceError{Offset: byteOffset(o.src, s.Location().From), Msg: fmt.Sprintf("unknown marks %s", s.Value),
				What: "marks", Name: s.Value, Known: o.marks}
		}
	}
	if fact.All && len(fact.Options) > 0 && len(call.Arguments) == 0 {
		o.fault = &SourceError{Offset: byteOffset(o.src, call.Location().From), Msg: fmt.Sprintf("%s: found no argument, want {%s: …}", name.Value, strings.Join(fact.Options, ": …, "))}
	}
	if last := strings.Count(fact.Params, ", "); fact.Options != nil && last < len(call.Arguments) {
		o.keys(name.Value, fact.Options, call.Arguments[last])
		if m, ok := call.Arguments[last].(*ast.MapNode); ok && fact.All && o.fault == nil {
			o.all(name.Value, fact.Options, m)
		}
	}
}

// all checks that a map literal has all wanted keys.
func (o *optionVisitor) all(fact string, wanted []string, m *ast.MapNode) {
	for _, want := range wanted {
		if !slices.ContainsFunc(m.Pairs, func(p ast.Node) bool {
			k, ok := p.(*ast.PairNode).Key.(*ast.StringNode)
			return !ok || k.Value == want
		}) {
			o.fault = &SourceError{Offset: byteOffset(o.src, m.Location().From), Msg: fmt.Sprintf("%s: found no argument %s, want one", fact, want)}
			return
		}
	}
}

// keys checks the keys of a map literal, or of those in a list.
func (o *optionVisitor) keys(fact string, known []string, n ast.Node) {
	if list, ok := n.(*ast.ArrayNode); ok {
		for _, item := range list.Nodes {
			o.keys(fact, known, item)
		}
	}
	m, ok := n.(*ast.MapNode)
	if !ok {
		return
	}
	for _, p := range m.Pairs {
		k, ok := p.(*ast.PairNode).Key.(*ast.StringNode)
		if ok && !slices.Contains(known, k.Value) {
			o.fault = &SourceError{Offset: byteOffset(o.src, k.Location().From),
				Msg:  fmt.Sprintf("unknown option %s of %s, want %s", k.Value, fact, strings.Join(known, ", ")),
				What: "option of " + fact, Name: k.Value, Known: known}
		}
	}
}

// time checks a literal duration or date.
func (o *optionVisitor) time(b *ast.BuiltinNode) {
	if len(b.Arguments) != 1 {
		return
	}
	text, ok := b.Arguments[0].(*ast.StringNode)
	if !ok {
		return
	}
	want := ""
	switch b.Name {
	case "duration":
		if _, err := time.ParseDuration(text.Value); err != nil {
			want = "a duration such as 24h, 90m or 60s"
		}
	case "date":
		if _, err := expr.Eval(b.String(), nil); err != nil {
			want = "a date such as 2026-01-31 or 2026-01-31T12:00:00Z"
		}
	}
	if want != "" {
		o.fault = &SourceError{Offset: byteOffset(o.src, text.Location().From), Msg: fmt.Sprintf("found %q, want %s", text.Value, want)}
	}
}
