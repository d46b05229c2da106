package expr

import (
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
)

// A Scope holds the names that expressions may use, from stacked vocabularies, and the results of
// checking expressions with them. The lets of a hook are added one by one.
type Scope struct {
	Vocabulary
	trees map[string]ast.Node         // checked expressions, by source
	lets  map[string]ast.Node         // checked expressions of lets, by name
	uses  map[string]map[string]Value // by source
	open  map[string]bool             // sources with an open value
	used  Used
	named map[string]bool // values that expressions use, including expressions with faults
	known compiledExprs
	fits  map[*Words]*func(string) bool
}

// NewScope returns a scope of vocabularies. A later vocabulary hides the names of earlier
// ones.
func NewScope(of ...Vocabulary) *Scope {
	s := &Scope{Vocabulary: newVocabulary(), trees: map[string]ast.Node{}, lets: map[string]ast.Node{}, uses: map[string]map[string]Value{}, open: map[string]bool{}, used: Used{}, named: map[string]bool{}, fits: map[*Words]*func(string) bool{}, known: compiledExprs{}}
	for _, v := range of {
		maps.Copy(s.typed, v.typed)
		maps.Copy(s.plain, v.plain)
		s.facts = covered(s.facts, v)
		maps.Copy(s.predicates, v.predicates)
		s.marks = append(s.marks, v.marks...)
		s.values = append(s.values, v.values...)
		if v.at.event != "" {
			s.at = v.at
		}
	}
	return s
}

// covered returns facts without those that a vocabulary hides, and with the vocabulary's own. It
// returns the same map if nothing changes; nobody writes to it.
func covered(facts map[string]engine.Fact, by Vocabulary) map[string]engine.Fact {
	if len(facts) == 0 {
		return by.facts
	}
	covers := func(name string, _ engine.Fact) bool { return by.typed[name] != nil }
	changes := len(by.facts) > 0
	for name := range by.typed {
		_, is := facts[name]
		changes = changes || is
	}
	if !changes {
		return facts
	}
	facts = maps.Clone(facts)
	maps.DeleteFunc(facts, covers)
	maps.Copy(facts, by.facts)
	return facts
}

// With returns a scope with further vocabularies on top of this one's, and with its present
// lets; the scope itself if the vocabularies are empty.
func (s *Scope) With(more ...Vocabulary) *Scope {
	more = slices.DeleteFunc(more, Vocabulary.empty)
	if len(more) == 0 {
		return s
	}
	over := NewScope(append([]Vocabulary{s.Vocabulary}, more...)...)
	over.used, over.named, over.fits, over.known = s.used, s.named, s.fits, s.known
	maps.Copy(over.lets, s.lets)
	return over
}

// Over is With for the item of a list. The list's expression stays known with its types.
func (s *Scope) Over(list string, item Vocabulary) *Scope {
	over := s.With(item)
	over.trees[list] = s.trees[list]
	return over
}

// Own returns a scope that also has an action's own names. Results of checks in it count as results
// of this scope.
func (s *Scope) Own(names []engine.Own) *Scope {
	v := newVocabulary()
	for _, name := range names {
		v.function(name.Name, nil, reflect.TypeOf(name.Func).Out(0), false)
	}
	over := s.With(v)
	over.trees, over.uses, over.open = s.trees, s.uses, s.open
	return over
}

// Named reports whether some expression of the scope uses a value.
func (s *Scope) Named(value string) bool { return s.named[value] }

// Let compiles a let and adds its name to the scope, even if the let has faults. Lets must come in
// the order of SortLets.
func (s *Scope) Let(l *plan.Let) error {
	is, err := s.compiled(l.Expr.Src)
	of := reflect.TypeFor[any]()
	if is != nil {
		s.lets[l.Name] = is.tree
		if err == nil {
			l.Expr.Code, err = s.coded(is)
		}
		if t := natureType(is.typ); t != nil && err == nil {
			of = t
		}
	}
	s.function(l.Name, nil, of, false)
	return err
}

// Condition compiles an expression that must be true or false. Its faults are
// SourceErrors.
func (s *Scope) Condition(src string) (plan.Code, error) {
	is, err := s.compiled(src, expr.AsBool())
	if is == nil {
		return nil, err
	}
	s.trees[src] = is.tree
	if err != nil {
		return nil, err
	}
	return s.coded(is)
}

// List compiles an expression that must give a list, and returns the type of its items.
func (s *Scope) List(src string) (plan.Code, types.Type, error) {
	is, err := s.compiled(src)
	if is == nil {
		return nil, types.Any, err
	}
	item, ok := itemOf(is.typ)
	if !ok {
		return nil, types.Any, &SourceError{Msg: "found " + inWords(is.typ) + ", want a list"}
	}
	s.trees[src] = is.tree
	if err != nil {
		return nil, item, err
	}
	code, err := s.coded(is)
	return code, item, err
}

// Template compiles a text with ${…} in it. Its faults are SourceErrors.
func (s *Scope) Template(src string) (plan.Template, error) {
	pieces, err := split(src)
	if err != nil {
		return nil, err
	}
	var t plan.Template
	for _, p := range pieces {
		if p.Literal {
			t = append(t, plan.Part{Text: p.Text})
			continue
		}
		part, err := s.part(p.Text)
		if se, ok := err.(*SourceError); ok {
			se.Offset += p.Offset
		}
		if err != nil {
			return nil, err
		}
		t = append(t, part)
	}
	return t, nil
}

// part compiles an expression of a template. A constant text, such as a value, stays text.
func (s *Scope) part(src string) (plan.Part, error) {
	is, err := s.compiled(src)
	if is == nil {
		return plan.Part{}, err
	}
	s.trees[src] = is.tree
	if text, ok := is.tree.(*ast.StringNode); ok {
		return plan.Part{Text: text.Value}, nil
	}
	if err != nil {
		return plan.Part{}, err
	}
	code, err := s.coded(is)
	return plan.Part{Code: code}, err
}

// Tree returns the tree, with types, of a condition or a template's expression that was compiled
// here; nil if it has faults.
func (s *Scope) Tree(src string) ast.Node { return s.trees[src] }

// LetTree is like Tree, for a let.
func (s *Scope) LetTree(name string) ast.Node { return s.lets[name] }

// Fact returns a fact by name, the zero Fact if there is none.
func (s *Scope) Fact(name string) engine.Fact { return s.facts[name] }

// Within reports whether a name is that of a fact that tells whether a path lies in a folder.
func (s *Scope) Within(name string) bool { return s.facts[name].Within }

// Names returns the names of the scope.
func (s *Scope) Names() []string { return slices.Collect(maps.Keys(s.typed)) }

// Knows reports whether a name has a meaning here, as a value or otherwise.
func (s *Scope) Knows(name string) bool {
	_, value, _ := s.value(name)
	return value || s.typed[name] != nil
}

// Open reports whether an expression compiled here depends on a value that may differ where the
// rule set is used.
func (s *Scope) Open(src string) bool { return s.open[src] }

// Parsed returns an expression with values replaced by their data, nil if it can't be parsed.
func (s *Scope) Parsed(src string) ast.Node {
	if tree := s.trees[src]; tree != nil {
		return tree
	}
	e, err := s.expand(src)
	if err != nil {
		return nil
	}
	values, _ := s.valuesIn(e.text)
	tree, err := parser.Parse(e.text)
	if err != nil {
		return nil
	}
	e.place(src, tree.Node)
	return folded(fill(s.at.live(tree.Node), values, literal))
}

// IsWord reports whether a name is a function, an operator or a constant of expr.
func IsWord(name string) bool {
	_, function := builtin.Index[name]
	return function || slices.Contains(ownWords, name)
}

// ownWords are the words that expr's lexer and parser reserve, except functions.
var ownWords = []string{"true", "false", "nil", "let", "if", "else", "in", "not", "and", "or", "matches", "contains", "startsWith", "endsWith"}
