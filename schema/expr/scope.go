package expr

import (
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/types"
)

// A Scope is the names that the expressions of one hook may use: event, the
// facts, settings, outcomes of named steps, and the hook's lets.
type Scope struct {
	facts map[string]engine.Fact
	marks []string            // names of those the rules have
	typed map[string]any      // name to a value of its type or a types.Map: what is checked
	plain map[string]any      // the same names without Go types: what code is made for
	trees map[string]ast.Node // what was checked, by source
	lets  map[string]ast.Node // the same of lets, by name
}

// NewScope returns the scope of a hook without its lets. The hook's steps must
// have their names already.
func NewScope(t engine.Library, p *plan.Plan, shape *plan.Shape, h *plan.Hook) *Scope {
	s := MarksScope(t, p)
	s.marks = slices.Collect(maps.Keys(p.Marks))
	s.facts = maps.Clone(t.Facts)
	for name, table := range p.Tables {
		s.facts[name] = engine.TableFact(table)
		s.add(name, []reflect.Type{reflect.TypeFor[[]any]()}, goType(table.Shape()), true)
	}
	event, ok := typeOf(shape).(types.Map)
	if !ok {
		event = types.Map{}
	}
	s.typed["event"], s.plain["event"] = event, map[string]any{}
	for _, r := range h.Rules {
		for _, step := range r.Do {
			if step.As != "" {
				s.add(step.As, nil, t.Actions[step.Action].Do.Outcome(), false)
			}
		}
	}
	return s
}

// MarksScope returns the names that the places of marks may use: the facts and
// settings, as they are the same whichever hook asks.
func MarksScope(t engine.Library, p *plan.Plan) *Scope {
	s := LogScope(p)
	s.facts = t.Facts
	for name, f := range t.Facts {
		s.addFact(name, f)
	}
	return s
}

// FileScope returns the names that the path of a table's file may use: facts that
// look at nothing, so that what it says is the word of the rules and of who sets the
// environment.
func FileScope(t engine.Library) *Scope {
	s := scopeOf(map[string]any{}, map[string]any{})
	for name, f := range t.Facts {
		if f.Full || slices.ContainsFunc(f.Abilities(), func(a engine.Ability) bool { return a.Verb != engine.Learns }) {
			continue
		}
		s.addFact(name, f)
	}
	return s
}

// LogScope returns the names the log's level may use: settings alone.
func LogScope(p *plan.Plan) *Scope {
	s := scopeOf(map[string]any{}, map[string]any{})
	s.add("settings", nil, goType(p.SettingsShape()), false)
	return s
}

func scopeOf(typed, plain map[string]any) *Scope {
	return &Scope{typed: typed, plain: plain, trees: map[string]ast.Node{}, lets: map[string]ast.Node{}}
}

func (s *Scope) addFact(name string, f engine.Fact) {
	typ := f.Ask.Type()
	s.add(name, slices.Collect(typ.Ins()), typ.Out(0), typ.IsVariadic())
}

// add makes name a function.
func (s *Scope) add(name string, in []reflect.Type, out reflect.Type, variadic bool) {
	function := func(out reflect.Type) any {
		return reflect.Zero(reflect.FuncOf(in, []reflect.Type{out, reflect.TypeFor[error]()}, variadic)).Interface()
	}
	s.typed[name], s.plain[name] = function(out), function(reflect.TypeFor[any]())
}

// Let compiles a let and adds its name to the scope, whether it compiles or not.
// Lets must come sorted (SortLets).
func (s *Scope) Let(l *plan.Let) error {
	tree, typ, err := s.compile(l.Expr.Src, s.typed)
	if err == nil {
		s.lets[l.Name] = tree
		l.Expr.Code, err = s.code(l.Expr.Src)
	}
	s.typed, s.plain = maps.Clone(s.typed), maps.Clone(s.plain)
	s.add(l.Name, nil, typ, false)
	return err
}

// Condition compiles an expression that must be true or false. Its faults are
// SourceErrors.
func (s *Scope) Condition(src string) (plan.Code, error) {
	tree, _, err := s.compile(src, s.typed, expr.AsBool())
	if err != nil {
		return nil, err
	}
	s.trees[src] = tree
	return s.code(src)
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
		tree, _, err := s.compile(p.Text, s.typed)
		var code plan.Code
		if err == nil {
			s.trees[p.Text] = tree
			code, err = s.code(p.Text)
		}
		if se, ok := err.(*SourceError); ok {
			se.Offset += p.Offset
		}
		if err != nil {
			return nil, err
		}
		t = append(t, plan.Part{Code: code})
	}
	return t, nil
}

// Tree returns a condition, or an expression of a template, that was compiled here,
// as written and with its types; nil if it has faults.
func (s *Scope) Tree(src string) ast.Node { return s.trees[src] }

// LetTree is the same for a let.
func (s *Scope) LetTree(name string) ast.Node { return s.lets[name] }

// Fact returns the fact of a name, the zero Fact if there is none.
func (s *Scope) Fact(name string) engine.Fact { return s.facts[name] }

// Names returns the names of the scope.
func (s *Scope) Names() []string { return slices.Collect(maps.Keys(s.typed)) }

// compile checks src in the names given, and the options of facts it calls. It
// returns the tree as it was written, and the type of what it gives.
func (s *Scope) compile(src string, names map[string]any, options ...expr.Option) (ast.Node, reflect.Type, error) {
	typ := reflect.TypeFor[any]()
	options = append(options, expr.Optimize(false))
	program, err := compile(src, names, options...)
	if err != nil {
		return nil, typ, err
	}
	if err := checkOptions(src, s.facts, s.marks); err != nil {
		return nil, typ, err
	}
	tree := program.Node()
	if carry := (carrier{s.facts}); carry.in(tree) {
		if program, err = compile(src, names, append(options, expr.Patch(carry))...); err != nil {
			return nil, typ, err
		}
	}
	if t := natureType(program.Node().Nature()); t != nil {
		typ = t
	}
	return tree, typ, nil
}

// code compiles what was checked once more, without Go types.
func (s *Scope) code(src string) (plan.Code, error) { return store(src, s.plain) }
