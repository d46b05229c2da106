package expr

import (
	"reflect"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
)

// bookOf makes sound predicates of their signatures and conditions.
func bookOf(all map[string]string) Vocabulary {
	var made []*Predicate
	for signature, src := range all {
		name, params, _ := strings.Cut(strings.TrimSuffix(signature, ")"), "(")
		p := &Predicate{Name: name, Src: src, Gives: reflect.TypeFor[bool]()}
		for _, param := range strings.Split(params, ", ") {
			if param != "" {
				p.Params = append(p.Params, Param{param, &plan.Shape{Kind: "any"}})
			}
		}
		made = append(made, p)
	}
	v := Predicates(made...)
	for _, p := range made {
		p.Sound(NewScope(v, Params(p)))
	}
	return v
}

// The arguments of a call are put into the predicate's condition, so that nothing there means
// something else than where it was written.
func TestExpand(t *testing.T) {
	s := NewScope(bookOf(map[string]string{
		"is(a, b)": "a == b", "twice(x)": "x > 1 || x < 0", "has(list, x)": "any(list, # == x)",
		"own(x)": "let y = x + 1; y > x", "deep(z)": "is(z, 1) && z.is != {is: 2}", "yes()": "true",
	}))
	for src, want := range map[string]string{
		"x == 1":                       "x == 1",
		"is(x, 1)":                     "(x == 1)",
		"not is(x + 1, y)":             "not ((x + 1) == y)",
		"é is(x.y, [1, 2][0])":         "é (x.y == [1, 2][0])",
		"twice(f(x))":                  "(let x2 = f(x); x2 > 1 || x2 < 0)",
		"twice(f(y))":                  "(let x = f(y); x > 1 || x < 0)",
		"has([1], #)":                  "(let x = #; any([1], # == x))",
		"map(l, has(#, .a))":           "map(l, (let list = #; let x = .a; any(list, # == x)))",
		"own(y)":                       "(let y2 = y + 1; y2 > y)",
		"deep(q)":                      "((q == 1) && q.is != {is: 2})",
		"x.is(1, 2) + {is: 3}.is":      "x.is(1, 2) + {is: 3}.is",
		"'is(a, b)' == x ? yes() : is": "'is(a, b)' == x ? (true) : is",
		"is(is(1, 2), 3)":              "((1 == 2) == 3)",
		"is(1)":                        "is(1)",
	} {
		e, err := s.expand(src)
		if got := strings.ReplaceAll(e.text, "\n)", ")"); err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", src, got, want, err)
		}
	}
}

// A fault after a call is reported where it is written, a fault in it where the call is.
func TestExpansionSource(t *testing.T) {
	s := NewScope(bookOf(map[string]string{"is(a, b)": "a == b && a != b"}))
	src := "x && is(y, z) && w"
	e, err := s.expand(src)
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]int{"x &&": 0, "!= z": strings.Index(src, "is("), "w": strings.Index(src, "w")} {
		if got, _ := e.source(strings.Index(e.text, part)); got != want {
			t.Errorf("%s of %s is at %d, want %d", part, e.text, got, want)
		}
	}
}
