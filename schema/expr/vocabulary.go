package expr

import (
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/types"
	"github.com/tidwall/gjson"
)

// A Vocabulary is a set of names that enter scopes together, such as the facts, or the event as one
// hook sees it.
type Vocabulary struct {
	typed      map[string]any // for checks: by name, a value of its type or a types.Type
	plain      map[string]any // for code: the same names without Go types
	facts      map[string]engine.Fact
	marks      []string // that facts may use
	at         moment
	predicates book
	// values are tried for names not found above, the last first.
	values []Values
}

func newVocabulary() Vocabulary {
	return Vocabulary{typed: map[string]any{}, plain: map[string]any{}, facts: map[string]engine.Fact{}, predicates: book{}}
}

// empty reports whether a vocabulary adds nothing.
func (v Vocabulary) empty() bool {
	return len(v.typed) == 0 && len(v.facts) == 0 && len(v.predicates) == 0 && len(v.marks) == 0 && len(v.values) == 0 && v.at.event == ""
}

// Facts is the vocabulary of facts.
func Facts(facts map[string]engine.Fact) Vocabulary {
	v := newVocabulary()
	for name, f := range facts {
		typ := f.Ask.Type()
		v.function(name, slices.Collect(typ.Ins()), typ.Out(0), typ.IsVariadic())
		v.facts[name] = f
	}
	return v
}

// Still is the vocabulary of facts without abilities other than to learn from the environment, so
// that their answers depend only on the rules and the environment.
func Still(facts map[string]engine.Fact) Vocabulary {
	still := map[string]engine.Fact{}
	for name, f := range facts {
		if !f.Full && !slices.ContainsFunc(f.Abilities(), func(a engine.Ability) bool { return a.Verb != engine.Learns }) {
			still[name] = f
		}
	}
	return Facts(still)
}

// SettingsName is the name of a project's settings in expressions.
const SettingsName = "settings"

// Settings is the vocabulary of settings().
func Settings(p *plan.Plan) Vocabulary {
	v := newVocabulary()
	v.function(SettingsName, nil, goType(p.SettingsShape()), false)
	return v
}

// Tables is the vocabulary of tables, which are called like facts.
func Tables(tables map[string]*plan.Table) Vocabulary {
	v := newVocabulary()
	for name, t := range tables {
		v.facts[name] = engine.TableFact(t)
		v.function(name, []reflect.Type{reflect.TypeFor[[]any]()}, goType(t.Shape()), true)
	}
	return v
}

// Queries is the vocabulary of stores' queries, which are called like facts.
func Queries(stores map[string]*plan.Store) Vocabulary {
	v := newVocabulary()
	for _, s := range stores {
		for _, name := range s.Queries() {
			v.facts[name] = engine.QueryFact(s.Statements[name])
			v.function(name, []reflect.Type{reflect.TypeFor[[]any]()}, goType(s.Statements[name].Shape()), true)
		}
	}
	return v
}

// Marks is the vocabulary of the marks that facts may name.
func Marks(marks map[string]*plan.Marks) Vocabulary {
	v := newVocabulary()
	v.marks = slices.Collect(maps.Keys(marks))
	return v
}

// Event is the vocabulary of an event of this shape.
func Event(shape *plan.Shape) Vocabulary {
	v := newVocabulary()
	event, ok := typeOf(shape).(types.Map)
	if !ok {
		event = types.Map{}
	}
	v.typed["event"], v.plain["event"] = event, map[string]any{}
	return v
}

// Outcomes is the vocabulary of the outcomes of a hook's named steps.
func Outcomes(h *plan.Hook, actions map[string]engine.Action, stores map[string]*plan.Store) Vocabulary {
	v := newVocabulary()
	for _, r := range h.Rules {
		for _, step := range r.Do {
			if step.As != "" {
				v.function(step.As, nil, outcome(step, actions[step.Action], stores), false)
			}
		}
	}
	return v
}

// outcome returns the type of a step's outcome.
func outcome(step plan.Step, action engine.Action, stores map[string]*plan.Store) reflect.Type {
	args := gjson.ParseBytes(step.Args)
	if s := stores[args.Get(action.Store).String()]; action.Store != "" && s != nil {
		return goType(s.Outcome(args.Get(action.Done)))
	}
	return action.Do.Outcome()
}

// Item is the vocabulary of an item of a list (Scope.List).
func Item(name string, of types.Type) Vocabulary {
	v := newVocabulary()
	v.typed[name], v.plain[name] = of, types.Any
	if n := of.Nature(); n.Kind == reflect.Struct { // only a value shows expr its fields
		v.typed[name] = reflect.Zero(n.Type).Interface()
	}
	return v
}

// function adds a function.
func (v Vocabulary) function(name string, in []reflect.Type, out reflect.Type, variadic bool) {
	of := func(out reflect.Type) any {
		return reflect.Zero(reflect.FuncOf(in, []reflect.Type{out, reflect.TypeFor[error]()}, variadic)).Interface()
	}
	v.typed[name], v.plain[name] = of(out), of(reflect.TypeFor[any]())
}
