package schema

import (
	"slices"
	"strings"
	"unicode/utf16"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// longFields notes the fields of an object that are marked @long(), by the path of
// the object and their name.
func longFields(long map[string]bool, path string, v cue.Value) {
	each(v, func(name string, f cue.Value) error {
		if mark := f.Attribute("long"); mark.Err() == nil {
			long[strings.TrimPrefix(path+"."+name, ".")] = true
		}
		return nil
	})
}

// lengths warns of texts that can be longer than the agent takes.
func (c *compiler) lengths(s *scene) {
	for i, r := range items(s.value.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		for _, do := range items(r.LookupPath(cue.ParsePath("do"))) {
			each(do, func(name string, args cue.Value) error {
				for _, use := range c.tables.Actions[name].Uses {
					max := c.Schema.events[s.event].limits[use.Output].Max
					v := args.LookupPath(cue.MakePath(cue.Str(use.Arg)))
					if use.Arg == "" {
						v = args
					}
					bound, err := args.LookupPath(cue.MakePath(cue.Str(use.Bound))).Int64()
					if use.Bound != "" && err == nil && bound <= int64(max) {
						continue // a character has a byte at least
					}
					if text, err := v.String(); err == nil && max > 0 {
						c.length(s, name, text, max, v)
					}
				}
				return nil
			})
		}
	}
	c.rule = 0
}

// length warns of one text.
func (c *compiler) length(s *scene, action, text string, max int, v cue.Value) {
	literal := 0
	for _, p := range expr.Pieces(text) {
		if p.Literal {
			literal += len(utf16.Encode([]rune(p.Text)))
		} else if what := s.long(s.scope.Tree(p.Text), ""); what != "" {
			c.warnf(checkLong, placeIn(v, p.Offset), "%s: %s can be longer than the %d characters the agent takes, want a part of it such as [:500]", action, what, max)
		}
	}
	if literal > max {
		c.warnf(checkLong, placeOf(v), "%s: found %d characters, the agent takes %d", action, literal, max)
	}
}

// long returns the part of an expression that makes it long, "" if nothing is known
// to. self is the let whose expression it is.
func (s *scene) long(n ast.Node, self string) string {
	any := func(nodes ...ast.Node) string {
		for _, n := range nodes {
			if what := s.long(n, self); what != "" {
				return what
			}
		}
		return ""
	}
	switch n := n.(type) {
	case *ast.MemberNode:
		if root, path, ok := expr.Trail(n); ok && root == "event" && s.longField(strings.Join(path, ".")) {
			return "event." + strings.Join(path, ".")
		}
	case *ast.ChainNode:
		return any(n.Node)
	case *ast.CallNode:
		id, ok := n.Callee.(*ast.IdentifierNode)
		switch {
		case !ok:
		case id.Value != self && s.scope.LetTree(id.Value) != nil:
			return s.long(s.scope.LetTree(id.Value), id.Value)
		case s.scope.Fact(id.Value).Long:
			return n.String()
		}
	case *ast.ConditionalNode:
		return any(n.Exp1, n.Exp2)
	case *ast.BinaryNode:
		if n.Operator == "+" || n.Operator == "??" {
			return any(n.Left, n.Right)
		}
	case *ast.SliceNode:
		if n.To == nil && !fromEnd(n.From) {
			return any(n.Node)
		}
	case *ast.BuiltinNode:
		if slices.Contains(keepLength, n.Name) && len(n.Arguments) > 0 {
			return any(n.Arguments[0])
		}
	}
	return ""
}

// keepLength are functions whose results are about as long as what they are given.
var keepLength = []string{"lower", "replace", "string", "toJSON", "trim", "trimPrefix", "trimSuffix", "upper"}

// fromEnd reports whether a slice starts at so many characters before the end.
func fromEnd(from ast.Node) bool {
	minus, ok := from.(*ast.UnaryNode)
	return ok && minus.Operator == "-"
}

// longField reports whether a field of the event may be long here, or has one that
// may.
func (s *scene) longField(path string) bool {
	for long := range s.longs {
		if long == path || strings.HasPrefix(long, path+".") {
			return true
		}
	}
	return false
}

// longs returns the fields that may be long at an event whose matcher is match.
func (c *compiler) longs(event string, m plan.Matcher, match string) map[string]bool {
	all := map[string]bool{}
	e := c.Schema.events[event]
	for path := range e.long {
		all[path] = true
	}
	if e.shape.Fields[inputField] == nil || m.Field == "" {
		return all
	}
	names, exact := m.Names(match)
	for name, t := range c.Schema.tools {
		if exact && !slices.Contains(names, name) {
			continue
		}
		for path := range t.long {
			if parent, _, _ := strings.Cut(path, "."); e.shape.Fields[parent] != nil {
				all[path] = true
			}
		}
	}
	return all
}
