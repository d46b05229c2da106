package plan

import (
	"errors"
	"os"
	"reflect"
	"regexp"
	"testing"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
)

// env has values and functions as rules see them: maps, lists, functions of any.
func env() map[string]any {
	return map[string]any{
		"n": 7, "f": 2.5, "s": "a,b\tc\n", "none": nil, "yes": true,
		"list": []any{3, 1, 2}, "words": []any{"bb", "a", "ccc"}, "empty": []any{},
		"m":       map[string]any{"a": map[string]any{"b": 5}, "x y": "z"},
		"people":  []any{map[string]any{"name": "Bo", "age": 3}, map[string]any{"name": "Al", "age": 2}, map[string]any{"name": "Cy", "age": 3}},
		"at":      time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC),
		"zero":    func() (any, error) { return "zero", nil },
		"single":  func(a any) (any, error) { return []any{a}, nil },
		"two":     func(a, b any) (any, error) { return []any{a, b}, nil },
		"three":   func(a, b, c any) (any, error) { return []any{a, b, c}, nil },
		"options": func(a ...any) (any, error) { return len(a), nil },
		"fails":   func() (any, error) { return nil, errors.New("no such thing") },
	}
}

// called is an env whose functions are called as code calls them.
func called(env map[string]any) map[string]any {
	for name, v := range env {
		if f := reflect.ValueOf(v); f.Kind() == reflect.Func {
			env[name] = Function(func(args ...any) (any, error) {
				var in []reflect.Value
				for i := range args {
					in = append(in, reflect.ValueOf(args).Index(i))
				}
				out := f.Call(in)
				err, _ := out[1].Interface().(error)
				return out[0].Interface(), err
			})
		}
	}
	return env
}

// sources have each kind of constant and of call that a rule may contain.
var sources = []string{
	`1`, `-1`, `1.5`, `true`, `false`, `nil`, `"é\n\t\"" + s`, "`a\nOpPush <1> upper\n`",
	`n + 1 * 2 - 3`, `n / 2`, `n % 4`, `n ** 2`, `f * 2 + n`, `-f`, `9223372036854775807`, `1e300 * f`,
	`n == 7 && f < 3 || !yes`, `not (n > 3)`, `n >= 7 ? "big" : "small"`, `none ?? "fallback"`, `if n > 1 { "a" } else { "b" }`,
	`s in ["x", "a,b\tc\n"]`, `n in [1, 7]`, `int(n) in [1, 7]`, `n in 1..9`, `f in [1, 2.5, "a", true]`, `n not in [1, 2]`,
	`s matches "^a,b\\s"`, `s matches ("^" + "z")`, `s contains "b"`, `s startsWith "a"`, `s endsWith "\n"`,
	`1..4`, `1..n`, `[1, 2, 3]`, `["a", "b"]`, `[1, "a", 2.5, true]`, `[]`, `{}`, `{a: 1, "b c": [n, nil]}`, `[n, [f, {}]]`,
	`filter(list, # > 1)`, `map(list, # * n)`, `all(list, # > 0)`, `any(list, # > 2)`, `none(list, # > 2)`, `one(list, # > 2)`,
	`count(list, # > 1)`, `sum(list)`, `sum(people, .age)`, `groupBy(people, .age)`, `sortBy(people, .name)`, `sortBy(list, #, "desc")`,
	`reduce(list, #acc + #, 10)`, `reduce(list, #acc + #index)`, `find(list, # < 3)`, `findIndex(list, # < 3)`, `findLast(list, # > 1)`,
	`filter(map(list, # + 1), # > 2)`, `map(people, filter(words, len(#) > 1))`, `people | filter(.age == 3) | map(.name)`,
	`let x = 1; x + 1`, `let x = n; let y = x * 2; map(list, # + y + x)`,
	`m.a.b`, `m?.absent?.deeper`, `m["x y"]`, `m.a["b"]`, `list[0]`, `list[-1]`, `list[1:]`, `list[:2]`, `s[1:3]`, `get(m, "a").b`,
	`trim("  a ")`, `trim("xax", "x")`, `split(s, ",")`, `split(s, ",", 1)`, `join(words, "-")`, `upper(s)`, `lower("A")`,
	`replace(s, "a", "b")`, `replace("aaa", "a", "b", 2)`, `repeat("ab", 3)`, `indexOf(s, "b")`, `hasPrefix(s, "a")`, `trimSuffix("a.go", ".go")`,
	`upper(lower("A\nb")) + trim(" x ")`, `len(s)`, `abs(-n)`, `max(1, n, 3)`, `min(list)`, `mean(list)`, `round(f)`, `int("12")`, `float("1.5")`, `string(n)`, `type(n)`,
	`toJSON(m)`, `fromJSON("{\"a\": [1]}")`, `toBase64("a")`, `keys({a: 1})`, `values({a: 1})`, `toPairs({a: 1})`, `fromPairs([["a", 1]])`,
	`first(list)`, `last(list)`, `first(empty)`, `sort(words)`, `reverse(list)`, `uniq([1, 1, 2])`, `concat(list, words)`, `flatten([[1], [2]])`, `take(list, 2)`,
	`duration("90m")`, `date("2026-02-09")`, `at - duration("1h")`, `at - date("2026-02-09T11:00:00Z")`, `at > date("2026-02-08")`,
	`zero()`, `single(s)`, `two(1, nil)`, `three(1, "b", [2.5])`, `options()`, `options(1, 2, 3, 4)`, `two(single(n), zero()) == [[7], "zero"]`,
	`map(list, single(#))`, `$env["n"]`, `"n" in $env`,
	`fails()`, `list[9]`, `n + s`, `int("x")`, `absent.field`, `[1][n]`, `fromJSON("{")`,
}

func compiled(t testing.TB, source string) *vm.Program {
	t.Helper()
	p, err := expr.Compile(source, expr.Env(map[string]any{}), expr.AllowUndefinedVariables())
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return p
}

// A decoded program gives the same as the encoded one, faults included.
func TestRoundTrip(t *testing.T) {
	for _, source := range sources {
		// expr's shortcuts differ, depending on whether it knows the names' types.
		for name, options := range map[string][]expr.Option{
			"typed": {expr.Env(env())}, "untyped": {expr.Env(map[string]any{}), expr.AllowUndefinedVariables()}, "any": nil,
		} {
			p, err := expr.Compile(source, options...)
			if err != nil {
				continue // a fault of types, which the untyped one finds at run time
			}
			want, wantErr := expr.Run(p, env())
			data, err := NewCode(p, nil)
			if err != nil {
				if name == "typed" { // refused for opcodes of Go's types
					continue
				}
				t.Errorf("%s, %s: %v", source, name, err)
				continue
			}
			decoded, err := data.program()
			if err != nil {
				t.Errorf("%s, %s: %v", source, name, err)
				continue
			}
			got, gotErr := vm.Run(decoded, called(env()))
			if (gotErr == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %#v, %v, want %#v, %v", source, name, got, gotErr, want, wantErr)
			}
			if again, err := NewCode(p, nil); err != nil || len(again) != len(data) {
				t.Errorf("%s, %s: encoded to %d bytes, then to %d, %v", source, name, len(data), len(again), err)
			}
		}
		compiled(t, source)
	}
}

type person struct{ Name string }

func (person) Greet() string { return "hello" }

// The layout of a Go type has no place in a plan.
func TestEncodeRefuses(t *testing.T) {
	types := map[string]any{"p": person{}}
	for _, source := range []string{`p.Name`, `p.Greet()`, `p.Name + "a"`, `duration("90m").Hours()`, `date("2026-02-09").Year()`} {
		p, err := expr.Compile(source, expr.Env(types))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewCode(p, nil); err == nil {
			t.Errorf("%s: encoded, want an error", source)
		}
	}
	p, err := expr.Compile(`Name`, expr.Env(person{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewCode(p, nil); err == nil {
		t.Error("a field of the environment: encoded, want an error")
	}
	p = compiled(t, `"a"`)
	p.Constants = append(p.Constants, struct{}{})
	if _, err := NewCode(p, nil); err == nil {
		t.Error("a constant of another type: encoded, want an error")
	}
}

func TestDecodeForeign(t *testing.T) {
	data, err := NewCode(compiled(t, `upper(s) matches "a" && int(n) in [1, 2] ? sum(list) : sort(words)`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := data[:n:n].program(); err == nil {
			t.Errorf("%d bytes of %d: decoded, want an error", n, len(data))
		}
	}
	if _, err := append(data, 0).program(); err == nil {
		t.Error("a byte more: decoded, want an error")
	}
}

// A program is read by the expr that wrote it: a new expr needs a new CodeVersion.
func TestVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^\s*github\.com/expr-lang/expr (\S+)`).FindSubmatch(mod)
	if m == nil {
		t.Fatal("go.mod requires no expr")
	}
	if want := "6 expr " + string(m[1]); CodeVersion != want {
		t.Errorf("CodeVersion %q, want %q as in go.mod", CodeVersion, want)
	}
}

// Any bytes decode to a program or an error. The program isn't run: one made of any bytes might
// never end.
func FuzzDecode(f *testing.F) {
	for _, source := range sources {
		if data, err := NewCode(compiled(f, source), nil); err == nil {
			f.Add([]byte(data))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := Code(data).program(); (p == nil) != (err != nil) {
			t.Errorf("program %v, error %v", p, err)
		}
	})
}

// Values made from an object come in the order of its keys.
func TestInOrder(t *testing.T) {
	object := map[string]any{}
	for _, key := range []string{"d", "b", "a", "e", "c"} {
		object[key] = key + key
	}
	for source, want := range map[string]any{
		"keys(o)":    []any{"a", "b", "c", "d", "e"},
		"values(o)":  []any{"aa", "bb", "cc", "dd", "ee"},
		"toPairs(o)": [][2]any{{"a", "aa"}, {"b", "bb"}, {"c", "cc"}, {"d", "dd"}, {"e", "ee"}},
	} {
		code, err := NewCode(compiled(t, source), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := code.Run(map[string]any{"o": object}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v, want %v", source, got, err, want)
		}
	}
}
