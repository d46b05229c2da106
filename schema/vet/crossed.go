package vet

import (
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// A writing is a step that writes a file with a literal path.
type writing struct {
	schema.Step
	action engine.Action
	path   string
}

// crossed finds files, keys and names for which rules disagree on what one leaves for another.
func crossed(s *Subject, r *schema.Report) {
	var all []writing
	for _, h := range s.Hooks {
		for _, rule := range h.Rules {
			for _, step := range rule.Steps {
				a := s.Schema.Library.Actions[step.Action]
				s.unmarks(step, a).say(r)
				for _, arg := range a.Writes {
					if path, _ := step.Field(arg).String(); path != "" {
						all = append(all, writing{step, a, path})
					}
				}
			}
		}
	}
	for i, w := range all {
		for _, before := range all[:i] {
			w.overwrites(before).say(r)
		}
	}
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				switch n := n.(type) {
				case *ast.CallNode:
					x.looksFor(n, all).say(r)
					s.readsNear(x, n, all).say(r)
					s.misnamed(x, n).say(r)
				case *ast.BinaryNode:
					x.neverRaised(n, all).say(r)
					s.unset(x, n, all).say(r)
					s.misnamed(x, n).say(r)
				case *ast.MemberNode:
					s.unset(x, n, all).say(r)
				}
			}))
		}
	}
}

// overwrites finds a value of a file that one step sets as a whole and another step sets with other
// fields.
func (w writing) overwrites(before writing) finding {
	if w.path != before.path || w.Action != before.Action || len(w.action.Dotted) == 0 {
		return finding{}
	}
	arg := w.action.Dotted[0]
	for name, n := range w.Field(arg).Members() {
		other := before.Field(arg).Field(name)
		if !other.Exists() || n.IncompleteKind() != cue.StructKind || other.IncompleteKind() != cue.StructKind {
			continue
		}
		for own := range n.Members() {
			if other.Field(own).Exists() {
				return finding{}
			}
			return finding{at: n.Label(), check: checkConflict, text: w.Action + ": sets " + name + " as a whole, which the rule at " + beside(other.Written(), n.Written()) + " sets to something else; want " + name + "." + own, mild: true}
		}
	}
	return finding{}
}

// looksFor finds a fact that looks for another name within a file than the steps that write the
// file use.
func (x expression) looksFor(call *ast.CallNode, all []writing) finding {
	name, fact, ok := x.factOf(call)
	at := fact.Place()
	if !ok || fact.Reads == "" || at >= len(call.Arguments) {
		return finding{}
	}
	paths := textsIn(call.Arguments[at])
	for _, w := range all {
		for _, option := range fact.Options {
			by, _ := w.Field(option).String()
			if len(paths) == 0 || w.path != paths[0].Value || by == "" || strings.Contains(by, "${") {
				continue
			}
			asked := false
			for _, arg := range call.Arguments[1:] {
				asked = asked || strings.Contains(arg.String(), `"`+option+`"`)
			}
			if !asked {
				return x.value(call, "%s: found no %s, and %s has %s %s for the same file, want one", name, option, w.Action, option, by)
			}
		}
	}
	return finding{}
}

// unmarks finds keys that a step removes but that nothing in the scope marks.
func (s *Subject) unmarks(step schema.Step, a engine.Action) finding {
	name, _ := step.Field(a.Marks).String()
	if a.Once || name == "" || !s.ownsMarks(name) {
		return finding{}
	}
	keys := s.keys(name)
	for _, n := range step.Field("keys").Items() {
		key, err := n.String()
		if err == nil && len(keys) > 0 && !slices.ContainsFunc(keys, func(of string) bool { return shaped(of).MatchString(key) || shaped(key).MatchString(of) }) {
			return finding{at: n.Written(), check: checkValue, text: step.Action + ": found " + key + ", which no action marks, want " + strings.Join(keys, ", "), mild: n.Open()}
		}
	}
	return finding{}
}

// keys returns the keys that actions of the scope mark, as written.
func (s *Subject) keys(name string) (all []string) {
	for _, h := range s.Hooks {
		for _, rule := range h.Rules {
			for _, step := range rule.Steps {
				a := s.Schema.Library.Actions[step.Action]
				if of, _ := step.Field(a.Marks).String(); a.Once && of == name {
					key, _ := step.Field("key").String()
					all = append(all, key)
				}
			}
		}
	}
	return all
}

// ownsMarks reports whether only hooks of the scope use marks of a name, and all of them
// are known; whoever turns off a hook of a pack can't mend the others.
func (s *Subject) ownsMarks(name string) bool {
	n := s.Set.Source.Root.Field("marks").Field(name)
	return n.Exists() && !n.Field("file").Exists() && !n.Field("env").Exists() &&
		!slices.ContainsFunc(s.Set.Written, func(h *schema.Hook) bool { return !h.Sound || s.Set.Source.Pack != "" && len(h.Bindings) == 0 })
}

// shaped returns a pattern for the texts that a template may produce.
func shaped(template string) *regexp.Regexp {
	like := ""
	for _, p := range expr.Pieces(template) {
		if p.Literal {
			like += regexp.QuoteMeta(p.Text)
		} else {
			like += ".*"
		}
	}
	return regexp.MustCompile("(?s)^" + like + "$")
}

// subscript matches a name with an item's name in brackets after it.
var subscript = regexp.MustCompile(`^([\w.]+)\[['"]?([\w-]+|\$\{[^}]*\})['"]?\]$`)

// subscripts warns of a name in brackets where names are joined by dots.
func (s *Subject) subscripts(h *Hook, r *schema.Report) {
	for _, rule := range h.Rules {
		for _, step := range rule.Steps {
			for _, arg := range s.Schema.Library.Actions[step.Action].Dotted {
				for name, n := range step.Field(arg).Members() {
					if m := subscript.FindStringSubmatch(name); m != nil && s.own(n.Label().Pos) {
						r.Warnf(n.Label(), checkWritten, "%s: found %s, where the brackets are part of the name, want names joined by dots, %s.%s", step.Action, name, m[1], m[2])
					}
				}
			}
		}
	}
}
