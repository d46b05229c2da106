package lsp

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/expr-lang/expr/builtin"
)

// A Reference is what this program knows without reading anybody's file: the schema with its
// events, facts and actions, and the sources of the packs. It evaluates nothing of the author's.
type Reference struct {
	*schema.Schema
	packs map[string][]*Text // by pack, in the order of their names
	often frequency
	mu    sync.Mutex // held while using CUE, which is not safe for concurrent use
}

// NewReference reads the schema and the packs of this program.
func NewReference(s *schema.Schema) *Reference {
	r := &Reference{Schema: s, packs: map[string][]*Text{}, often: frequency{}}
	for _, name := range rules.Shipped(fs.Glob(s.Packs, "*/*.cue")) {
		if schema.OfTests(path.Base(name)) {
			continue
		}
		pack := path.Dir(name)
		r.packs[pack] = append(r.packs[pack], newText(name, 0, string(rules.Shipped(fs.ReadFile(s.Packs, name)))))
	}
	for _, texts := range r.packs {
		r.count(texts)
	}
	return r
}

// count counts the words of a pack's texts.
func (r *Reference) count(texts []*Text) {
	class := classes(texts)
	for _, t := range texts {
		frequencyOf(t.tree, t.Data).classed(r.often, func(name string) string {
			switch {
			case r.ofLanguage(name):
				return name
			case class[name] == "":
				return "<inner>"
			}
			return class[name]
		})
	}
}

// ofLanguage reports whether a name in an expression is the same for all authors.
func (r *Reference) ofLanguage(name string) bool {
	_, fact := r.Library.Facts[name]
	_, function := builtin.Index[name]
	return fact || function || keywords[name] || name == "event" || name == "true" || name == "false" || name == "nil"
}

// An Allowed is a field that a rule file may have somewhere.
type Allowed struct {
	Label string
	Doc   string
	Type  string // in the authors' notation
	need  bool   // required
}

// within returns the definition at a path of labels; a non-existent value if the schema has none.
func (r *Reference) within(labels []string) cue.Value {
	v := r.Def("#Rules")
	for i, l := range labels {
		switch {
		case l == "" && i > 0 && conditions(labels[:i]):
			v = r.Def("#Is")
		case l == "any" && conditions(labels[:i]), l == "is" && conditions(labels[:i]):
			v = cue.Value{}
		case i > 0 && doing(labels[:i]) && l != "":
			v = r.Args(l)
		case i > 0 && doing(labels[:i]):
		default:
			v = field(v, l)
		}
		if !v.Exists() && !conditions(labels[:i+1]) && !doing(labels[:i+1]) {
			return v
		}
	}
	return v
}

// conditions reports whether a path leads to a condition.
func conditions(labels []string) bool {
	for len(labels) > 0 && slices.Contains([]string{"", "any", "is"}, labels[len(labels)-1]) {
		labels = labels[:len(labels)-1]
	}
	return len(labels) > 0 && (labels[len(labels)-1] == "when" || len(labels) == 2 && labels[0] == "predicates")
}

// doing reports whether a path leads to the actions of a rule, or to one of them.
func doing(labels []string) bool {
	if n := len(labels); n > 0 && labels[n-1] == "" {
		labels = labels[:n-1]
	}
	n := len(labels)
	return n > 3 && labels[n-1] == "do" && labels[n-2] == "" && labels[n-3] == "rules"
}

// field returns the definition of a field or list item of a definition.
func field(v cue.Value, label string) cue.Value {
	if label == "" {
		return v.LookupPath(cue.MakePath(cue.AnyIndex))
	}
	for name, f := range schema.Members(v) {
		if name == label {
			return f
		}
	}
	if any := v.LookupPath(cue.MakePath(cue.AnyString)); any.Exists() || !v.Exists() {
		return any
	}
	name := cue.MakePath(cue.Str("name")) // for fields defined by a pattern
	if of := v.FillPath(name, cuecontext.New().CompileString("_")).LookupPath(name); v.IncompleteKind() == cue.StructKind && of.Err() == nil {
		return of
	}
	return cue.Value{}
}

// allowed returns the fields that a path may have.
func (r *Reference) allowed(labels []string) (all []Allowed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if doing(labels) {
		for name, a := range r.Library.Actions {
			all = append(all, Allowed{Label: name, Doc: a.Doc, Type: kindOf(r.Args(name))})
		}
		return append(all, Allowed{Label: "when", Doc: "The action is passed over where this doesn't hold.", Type: "condition"},
			Allowed{Label: "as", Doc: "What comes after it asks NAME() how it went.", Type: "name"})
	}
	if n := len(labels); n > 0 && labels[n-1] == "" && conditions(labels) {
		return append(r.members(r.Def("#Is")), r.members(r.Def("#Any"))[0])
	}
	return r.members(r.within(labels))
}

func (r *Reference) members(v cue.Value) (all []Allowed) {
	if !v.Exists() {
		return nil
	}
	if op, args := v.Expr(); op == cue.OrOp { // a string, or a struct with fields
		for _, a := range args {
			all = append(all, r.members(a)...)
		}
		return all
	}
	fields, err := v.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		s := fields.Selector()
		all = append(all, Allowed{Label: s.Unquoted(), Doc: doc(fields.Value()), Type: kindOf(fields.Value()), need: s.ConstraintType() == cue.RequiredConstraint})
	}
	return all
}

// doc returns the comments on a definition.
func doc(v cue.Value) string {
	var b strings.Builder
	for _, group := range v.Doc() {
		b.WriteString(group.Text())
	}
	return strings.TrimSpace(b.String())
}

// choices returns the values of the field at a path, if it has a fixed set.
func (r *Reference) choices(labels []string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := r.within(labels)
	if !v.Exists() {
		return nil
	}
	if kindOf(v) == "bool" {
		return []string{"true", "false"}
	}
	return values(v)
}

// kindOf returns the kind of a value in CUE's notation.
func kindOf(v cue.Value) string { return strings.Trim(v.IncompleteKind().String(), "()") }

// values returns the strings a definition allows; nil if it allows others.
func values(v cue.Value) (all []string) {
	op, args := v.Expr()
	if op != cue.OrOp {
		if s, err := v.String(); err == nil {
			return []string{s}
		}
		return nil
	}
	for _, a := range args {
		all = append(all, values(a)...)
	}
	return all
}

// shape returns the shape of the event that a hook or rule with these events and matcher gets.
func (r *Reference) shape(on []string, match string) *plan.Shape {
	all := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{}}
	for _, name := range on {
		if !r.Events.Has(name) {
			continue
		}
		s := r.Events.Shape(name, r.Events.Agenda(name), match)
		for f, of := range s.Fields {
			all.Fields[f] = of
		}
	}
	return all
}

// known are the fields of a rule set that are not values of its own.
var known = map[string]bool{"hooks": true, "packs": true, "settings": true, "marks": true, "lexicons": true, "choices": true, "predicates": true,
	"tables": true, "stores": true, "agents": true, "log": true, "mode": true, "timeout": true, "tests": true}

// named are the fields whose own fields are names chosen by authors.
var named = map[string]bool{"hooks": true, "let": true, "with": true, "each": true, "marks": true, "lexicons": true, "choices": true,
	"predicates": true, "tables": true, "stores": true, "queries": true, "statements": true, "settings": true, "packs": true, "args": true, "row": true, "vital": true}
