package expr

import (
	"testing"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/types"
)

// A check with one meaning of names says nothing about other meanings.
func TestSense(t *testing.T) {
	all := NewScope()
	lets := []plan.Let{{Name: "stops", Expr: plan.Expression{Src: "event.name == 'Stop'"}}}
	at := func(event string) *Scope {
		v := newVocabulary()
		v.typed["event"], v.plain["event"] = types.Map{"name": types.String}, map[string]any{}
		s := all.With(v, At("name", event, lets))
		if err := s.Let(&plan.Let{Name: "stops", Expr: lets[0].Expr}); err != nil {
			t.Fatal(err)
		}
		return s
	}
	item := func(of types.Type) *Scope { return all.With(Item("item", of)) }
	value := func(data any) *Scope {
		return all.With(ValuesOf(func(string) (Value, bool, error) { return Value{Data: data}, true, nil }))
	}
	for _, test := range []struct {
		src          string
		right, other *Scope
	}{
		{"item + 1 > 2", item(types.Int), item(types.String)},
		{"item + 1 > 2", item(types.Any), item(types.String)},
		{"item.a == 1", item(types.Map{"a": types.Int}), item(types.Map{"b": types.Int})},
		{"stops() && missing", at("Other"), at("Stop")},
		{"size + 1 > 2", value(1), value("one")},
	} {
		for range 2 {
			if _, err := test.right.Condition(test.src); err != nil {
				t.Errorf("%s: %v", test.src, err)
			}
			if _, err := test.other.Condition(test.src); err == nil {
				t.Errorf("%s: found no fault where its names are something else", test.src)
			}
		}
	}
	one, two := value(1), value(2)
	for _, s := range []*Scope{one, two, one} {
		code, err := s.Condition("size == 2")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.used[string(code)].Values["size"]; s == one && got != 1 || s == two && got != 2 {
			t.Errorf("size == 2: found size %v", got)
		}
	}
	a, err := item(types.Int).Condition("item == 1")
	b, err2 := item(types.Int).Condition("item == 1")
	if err != nil || err2 != nil || len(a) == 0 || &a[0] != &b[0] {
		t.Errorf("item == 1: found it compiled twice (%v, %v)", err, err2)
	}
}
