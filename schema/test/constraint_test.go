package test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
)

// plain returns a schema without a library.
func plain(t *testing.T) *schema.Schema {
	t.Helper()
	s := schema.New(engine.Library{}, nil)
	return s
}

// constraintOn compiles a constraint, which may use CUE's packages by name.
func constraintOn(t *testing.T, s *schema.Schema, src string) *Constraint {
	t.Helper()
	var v cue.Value
	s.Locked(func(ctx *cue.Context) {
		v = ctx.CompileString("import (\"strings\", \"list\")\n_used: [strings.MinRunes, list.MaxItems]\nx: " + src)
	})
	if err := v.Err(); err != nil {
		t.Fatal(err)
	}
	return newConstraint(s, schema.Node{Value: v.LookupPath(cue.ParsePath("x"))})
}

func TestConstraint(t *testing.T) {
	tests := []struct{ constraint, got, want string }{
		{`close({})`, `{}`, ""},
		{`close({})`, `{"a":1}`, `a: found 1, want nothing`},
		{`{a: "x"}`, `{"a":"x","b":1}`, ""},
		{`{a: "x"}`, `{}`, `a: found nothing, want "x"`},
		{`{a: _}`, `{}`, `a: found nothing, want _`},
		{`{a: "x"}`, `{"a":"y"}`, `a: found "y", want "x"`},
		{`{a: =~"^x" & !~"y$"}`, `{"a":"xy"}`, `a: found "xy", want =~"^x" & !~"y$"`},
		{`{a: strings.MinRunes(3)}`, `{"a":"é"}`, `a: found "é", want strings.MinRunes(3)`},
		{`{a: >3, b: <3}`, `{"a":3,"b":3}`, `a: found 3, want >3; b: found 3, want <3`},
		{`{a: "x", b: _, c: d: 1}`, `{"a":"y","c":{}}`, `b: found nothing, want _; c.d: found nothing, want 1; a: found "y", want "x"`},
		{`{a: b: c: 1}`, `{"a":{"b":{}}}`, `a.b.c: found nothing, want 1`},
		{`{a: b: 1}`, `{"a":2}`, `a: found 2, want {"b":1}`},
		{`{a: close({b: 1})}`, `{"a":{"b":1,"c":2}}`, `a.c: found 2, want nothing`},
		{`{a: [...string]}`, `{"a":[1]}`, `a.0: found 1, want string`},
		{`{a?: "x"}`, `{}`, ""},
		{`{a?: "x"}`, `{"a":"y"}`, `a: found "y", want "x"`},
		{`{a!: "x"}`, `{}`, `a: found nothing, want "x"`},
		{`{a: "x"} | close({})`, `{}`, ""},
		{`{a: "x"} | close({})`, `{"a":"x"}`, ""},
		{`{a: "x"} | {b: "y"}`, `{"c":1}`, `found {"c":1}, want { a: "x" } | { b: "y" }`},
		{`{a: {b: "x"} | {b: "y"}}`, `{"a":{"b":"z"}}`, `a: found {"b":"z"}, want { b: "x" } | { b: "y" }`},
		{`{a: "x" | "y"}`, `{"a":"z"}`, `a: found "z", want "x" | "y"`},
		{`{[string]: string}`, `{"a":1}`, `a: found 1, want string`},
		{`{"a b": 1}`, `{"a b":2}`, `a b: found 2, want 1`},
		{`["a", =~"b"]`, `["a","c"]`, `1: found "c", want =~"b"`},
		{`["a"]`, `["a","b"]`, `found ["a","b"], want ["a"]`},
		{`["a", ...]`, `["a","b"]`, ""},
		{`list.MaxItems(1)`, `["a","b"]`, `found ["a","b"], want list.MaxItems(1)`},
		{`[{a: 1}]`, `[{"a":1,"b":2}]`, ""},
		{`null`, `"text"`, `found "text", want null`},
		{`"x" | null`, `null`, ""},
		{`=~"(?m)^b$"`, `"a\nb\n"`, ""},
	}
	s := plain(t)
	for _, test := range tests {
		var lines []string
		for _, d := range constraintOn(t, s, test.constraint).Check([]byte(test.got)) {
			lines = append(lines, d.String())
		}
		if got := strings.Join(lines, "; "); got != test.want {
			t.Errorf("%s on %s: %q, want %q", test.constraint, test.got, got, test.want)
		}
	}
}

// A constraint that every value satisfies says nothing.
func TestConstraintSaysNothing(t *testing.T) {
	tests := []struct {
		kind       cue.Kind
		constraint string
		fault      bool
	}{
		{cue.StructKind, `{}`, true},
		{cue.StructKind, `_`, true},
		{cue.StructKind, `{...}`, true},
		{cue.StructKind, `{} | {a: 1}`, true},
		{cue.StructKind, `"block"`, true},
		{cue.StructKind, `close({})`, false},
		{cue.StructKind, `{a: _}`, false},
		{cue.StructKind, `{a?: 1}`, false},
		{cue.StructKind, `{[string]: string}`, false},
		{cue.StructKind, `{a: 1} | close({})`, false},
		{cue.StringKind, `string`, true},
		{cue.StringKind, `_`, true},
		{cue.StringKind, `5`, true},
		{cue.StringKind, `""`, false},
		{cue.StringKind, `=~"x"`, false},
		{cue.StringKind, `!~"x"`, false},
		{cue.StringKind, `strings.MaxRunes(9)`, false},
		{cue.ListKind, `[...]`, true},
		{cue.ListKind, `[...string]`, true},
		{cue.ListKind, `[...[...string]]`, true},
		{cue.ListKind, `[]`, false},
		{cue.ListKind, `[...=~"^INFO"]`, false},
		{cue.ListKind, `[...!~"ERROR"]`, false},
		{cue.ListKind, `[...["grepai", ...]]`, false},
		{cue.ListKind, `list.MaxItems(1)`, false},
	}
	s := plain(t)
	for _, test := range tests {
		check, text := constraintOn(t, s, test.constraint).fault(test.kind)
		if fault := check != ""; fault != test.fault {
			t.Errorf("%s: %q, want a fault %t", test.constraint, text, test.fault)
		}
	}
}

// Constraints of one schema are checked concurrently.
func TestConstraintParallel(t *testing.T) {
	s := plain(t)
	c := constraintOn(t, s, `{a: int & <50}`)
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			if d := c.Check(fmt.Appendf(nil, `{"a":%d}`, i)); (len(d) == 0) != (i < 50) {
				t.Errorf("%d: %v", i, d)
			}
		})
	}
	wait.Wait()
}
