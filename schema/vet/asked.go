package vet

import (
	"sync"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// An expression is an expression of a hook, checked at one of its events.
type expression struct {
	schema.Condition // or the text that contains the expression
	binding          *Binding
	scope            *expr.Scope
	rule             int    // the index of its rule, -1 for the hook's own
	let              string // the name of the let that it defines, "" for none
	src              string
	offset           int  // where it begins in the text, in bytes
	key              bool // the text is the field's name rather than its value
	given            given
	tree             ast.Node
	items            func() items // the items in the tree, searched for once
}

// at returns where a part of the expression is written.
func (x expression) at(n ast.Node) schema.Place {
	offset := x.offset + bytesBefore(x.src, n.Location().From)
	if x.key {
		return x.InLabel(offset)
	}
	return x.Inside(offset)
}

// bytesBefore returns where a text's letter with this index begins, or the text's length.
func bytesBefore(text string, letter int) int {
	for at := range text {
		if letter == 0 {
			return at
		}
		letter--
	}
	return len(text)
}

// open reports whether other settings of a pack may change the expression.
func (x expression) open() bool { return x.Condition.Open() || x.scope.Open(x.src) }

// match returns the matcher that the event has passed when the expression is evaluated: the rule's,
// which is narrower, or else the hook's.
func (x expression) match() string {
	if x.rule >= 0 && x.binding.Hook.Rules[x.rule].Match != "" {
		return x.binding.Hook.Rules[x.rule].Match
	}
	return x.binding.Hook.Match
}

// A literal is a text in an action's arguments, or a part of one between expressions.
type literal struct {
	schema.Node
	given
	scope  *expr.Scope
	text   string
	offset int // where it begins in the node, in bytes
}

// given is where the text of an action stands: its step, and the object that has it.
type given struct {
	step   schema.Step
	beside schema.Node
}

// pattern returns the pattern whose groups a name of the step's action gives, by the texts beside
// that which is given; false if there is none.
func (g given) pattern(of []engine.Own, name string) (string, bool) {
	for _, own := range of {
		for _, arg := range own.Groups {
			n := g.beside.Field(arg)
			if name == own.Name && n.Exists() {
				if n.IncompleteKind() == cue.StructKind {
					n = n.Field("source")
				}
				text, err := n.String()
				return text, err == nil
			}
		}
	}
	return "", false
}

// read collects the expressions and texts of a hook at each of its events.
func (h *Hook) read() {
	for _, b := range h.Bindings {
		r := reader{h, b, b.Scope, -1}
		for _, l := range h.Lets {
			r.add(expression{Condition: schema.Condition{Node: l.Node}, let: l.Name, tree: b.Scope.LetTree(l.Name)})
		}
		r.whole(h.When)
		r.list(h.Each)
		for i, rule := range h.Rules {
			if b.Hook.Rules[i].Off {
				continue
			}
			r := reader{h, b, b.Binding.Rules[i], i}
			r.list(rule.Each)
			r.whole(rule.When)
			for _, step := range b.steps(h, i) {
				r.whole(step.When)
				r.texts(given{step, step.Node}, step.Node)
			}
		}
	}
}

// A reader collects the expressions of a hook, or of one of its rules, at an event.
type reader struct {
	*Hook
	binding *Binding
	scope   *expr.Scope
	rule    int
}

// add adds an expression if it is sound. Without src, its whole text is the expression.
func (r reader) add(x expression) {
	if x.tree == nil {
		return
	}
	x.binding, x.scope, x.rule = r.binding, r.scope, r.rule
	if x.src == "" {
		x.src, _ = x.String()
	}
	x.items = sync.OnceValue(func() items { return itemsIn(x.tree) })
	r.expressions = append(r.expressions, x)
}

// whole adds a condition.
func (r reader) whole(n schema.Condition) {
	if !n.Exists() {
		return
	}
	if src, err := n.String(); err == nil {
		r.add(expression{Condition: n, tree: r.scope.Tree(src)})
	}
}

// list adds the expression of an each, which is compiled before its item has a name.
func (r reader) list(each schema.Each) {
	if each.Name != "" {
		src, _ := each.String()
		r.add(expression{Condition: schema.Condition{Node: each.Node}, tree: r.scope.Parsed(src)})
	}
}

// texts adds the expressions and literals in the texts of an action's argument.
func (r reader) texts(of given, n schema.Node) {
	switch n.IncompleteKind() {
	case cue.ListKind:
		for _, item := range n.Items() {
			r.texts(of, item)
		}
	case cue.StructKind:
		for name, field := range n.Members() {
			for _, p := range expr.Pieces(name) {
				if !p.Literal {
					r.add(expression{Condition: schema.Condition{Node: field}, given: of, key: true, src: p.Text, offset: p.Offset, tree: r.scope.Tree(p.Text)})
				}
			}
			r.texts(given{of.step, n}, field)
		}
	case cue.StringKind:
		text, _ := n.String()
		for _, p := range expr.Pieces(text) {
			if p.Literal {
				r.literals = append(r.literals, literal{n, of, r.scope, p.Text, p.Offset})
			} else {
				r.add(expression{Condition: schema.Condition{Node: n}, given: of, src: p.Text, offset: p.Offset, tree: r.scope.Tree(p.Text)})
			}
		}
	}
}
