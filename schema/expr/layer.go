package expr

import (
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/types"
)

// A Layer is names that come into scopes together: the facts, say, or the event as one
// hook gets it. A name of a later layer covers that of an earlier one.
type Layer struct {
	typed map[string]any // name to a value of its type or a types.Map: what is checked
	plain map[string]any // the same names without Go types: what code is made for
	facts map[string]engine.Fact
	marks []string // those that facts may name
}

func newLayer() Layer {
	return Layer{typed: map[string]any{}, plain: map[string]any{}, facts: map[string]engine.Fact{}}
}

// Facts are facts, by name.
func Facts(facts map[string]engine.Fact) Layer {
	l := newLayer()
	for name, f := range facts {
		typ := f.Ask.Type()
		l.function(name, slices.Collect(typ.Ins()), typ.Out(0), typ.IsVariadic())
		l.facts[name] = f
	}
	return l
}

// Still are those of some facts that look at nothing, so that what they say is the word
// of the rules and of who sets the environment.
func Still(facts map[string]engine.Fact) Layer {
	still := map[string]engine.Fact{}
	for name, f := range facts {
		if !f.Full && !slices.ContainsFunc(f.Abilities(), func(a engine.Ability) bool { return a.Verb != engine.Learns }) {
			still[name] = f
		}
	}
	return Facts(still)
}

// Settings is settings().
func Settings(p *plan.Plan) Layer {
	l := newLayer()
	l.function("settings", nil, goType(p.SettingsShape()), false)
	return l
}

// Tables are tables, by name, which are asked as facts are.
func Tables(tables map[string]*plan.Table) Layer {
	l := newLayer()
	for name, t := range tables {
		l.facts[name] = engine.TableFact(t)
		l.function(name, []reflect.Type{reflect.TypeFor[[]any]()}, goType(t.Shape()), true)
	}
	return l
}

// Marks are the marks that facts may name.
func Marks(marks map[string]*plan.Marks) Layer {
	l := newLayer()
	l.marks = slices.Collect(maps.Keys(marks))
	return l
}

// Event is the event, of a shape.
func Event(shape *plan.Shape) Layer {
	l := newLayer()
	event, ok := typeOf(shape).(types.Map)
	if !ok {
		event = types.Map{}
	}
	l.typed["event"], l.plain["event"] = event, map[string]any{}
	return l
}

// Outcomes are the outcomes of the steps of a hook that have a name.
func Outcomes(h *plan.Hook, actions map[string]engine.Action) Layer {
	l := newLayer()
	for _, r := range h.Rules {
		for _, step := range r.Do {
			if step.As != "" {
				l.function(step.As, nil, actions[step.Action].Do.Outcome(), false)
			}
		}
	}
	return l
}

// function makes a name a function.
func (l Layer) function(name string, in []reflect.Type, out reflect.Type, variadic bool) {
	of := func(out reflect.Type) any {
		return reflect.Zero(reflect.FuncOf(in, []reflect.Type{out, reflect.TypeFor[error]()}, variadic)).Interface()
	}
	l.typed[name], l.plain[name] = of(out), of(reflect.TypeFor[any]())
}
