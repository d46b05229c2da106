package prove

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/types"
)

// names are those that the tests' conditions may use; size() asks for a duration, ran() is the
// outcome of a step.
var names = map[string]any{
	"event": types.Map{"s": types.String, "t": types.String, "n": types.Int, "f": types.Float64, "b": types.Bool, "c": types.Bool, "x": types.Any, "l": types.Array(types.String)},
	"fact":  func(string) (bool, error) { return false, nil },
	"age":   func(string) (time.Duration, error) { return 0, nil },
	"ran":   func() (bool, error) { return false, nil },
	"short": func() (string, error) { return "", nil },
	"own":   func() (bool, error) { return false, nil },
	"loop":  func() (bool, error) { return false, nil },
}

var lets = map[string]string{
	"short": "event.b ? 'long' : event.c ? 'short' : ''",
	"own":   "event.n > 3 && ran()",
}

func checked(t testing.TB, src string) ast.Node {
	t.Helper()
	p, err := expr.Compile(src, expr.Env(names), expr.AsBool(), expr.Optimize(false))
	if err != nil {
		t.Fatalf("%.200s: %.200v", src, err)
	}
	return p.Node()
}

func scope(t testing.TB) *Scope {
	s := &Scope{Lets: map[string]Let{}, Outcomes: map[string]bool{"ran": true}}
	for name, src := range lets {
		p, err := expr.Compile(src, expr.Env(names), expr.Optimize(false))
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		s.Lets[name] = Let{Tree: p.Node()}
	}
	return s
}

func TestPossible(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{"true", true},
		{"false", false},
		{"1 + 1 == 2", true},
		{"1 + 1 == 3", false},
		{"len('ab') > 2", false},
		{"duration('1h') < duration('60m')", false},
		{"event.b && !event.b", false},
		{"event.b && not event.c", true},
		{"event.b == true && event.b == false", false},
		{"(event.b || event.c) && !event.b && !event.c", false},
		{"event.b ? event.c : !event.c", true},
		{"(event.b ? event.c : false) && !event.c", false},

		{"event.s == 'a' && event.s == 'b'", false},
		{"event.s == 'a' && event.t == 'b'", true},
		{"event['s'] == 'a' && 'b' == event.s", false},
		{"event.s != 'a' && event.s in ['a']", false},
		{"event.s in ['a', 'b'] && event.s not in ['b', 'c']", true},
		{"event.s in ['a', 'b'] && event.s not in ['b', 'a']", false},
		{"event.s in []", false},
		{"event.s == 'ab' && event.s startsWith 'c'", false},
		{"event.s == 'ab' && event.s endsWith 'b' && event.s contains 'a'", true},
		{"event.s in ['ab', 'cd'] && event.s matches '^[xyz]'", false},
		{"event.s startsWith 'a' && event.s startsWith 'b'", false},
		{"event.s startsWith 'ab' && !(event.s startsWith 'a')", false},
		{"event.s startsWith 'ab' && !(event.s contains 'b')", false},
		{"event.s endsWith 'ab' && event.s endsWith 'b'", true},
		{"event.s contains 'a' && event.s contains 'b'", true},
		{"event.s != '' && !(event.s startsWith '')", false},
		{"event.s matches 'a' && !(event.s matches 'a')", false},
		{"event.s matches 'a' && event.s matches 'b'", true},
		{"event.s < 'a' && event.s > 'b'", true}, // not looked into

		{"event.n < 5 && event.n > 10", false},
		{"event.n < 5 && 10 < event.n", false},
		{"event.n >= 5 && event.n <= 5", true},
		{"event.n > 5 && event.n < 6", false},
		{"event.f > 5 && event.f < 6", true},
		{"event.n == 5.5", true}, // too careful
		{"!(event.n < 5) && !(event.n >= 5)", false},
		{"!(event.f < 5) && !(event.f >= 5)", true}, // not a number
		{"event.n in 1..3 && event.n == 4", false},
		{"event.n == 9007199254740993 && event.n == 9007199254740992", true},
		{"age('x') > duration('24h') && age('x') < duration('60s')", false},
		{"age('x') > duration('24h') && age('y') < duration('60s')", true},
		{"age('x') > duration('1ns') && age('x') < duration('2ns')", false},

		{"event.x == 'a' && event.x == 1", false},
		{"event.x && event.x == 'a'", false},
		{"event.x == nil && event.x == true", false},
		{"event.x != true && event.x != false", true},
		{"event.x?.y == 'a' && event.x?.y == 'b'", false},
		{"event.x == nil && event.x in ['', 'a']", true}, // expr finds it there
		{"event.l[0] == 'a' && event.l[0] != 'a'", false},
		{"event.s == event.t && event.t != event.s", true}, // sides are not changed
		{"event.s == event.t && event.s != event.t", false},
		{"event.s < event.t && !(event.t > event.s)", false},

		{"fact('a') && !fact('a')", false},
		{"fact('a') && !fact('b')", true},
		{"fact(event.s) && !fact(event.t)", true},
		{"any(event.l, # == 'a') && none(event.l, # == 'a')", false},
		{"any(event.l, # == 'a') && none(event.l, # == 'b')", true},
		{"any(event.l, # == 'a' && # == 'b')", false},
		{"any(event.l, # == 'a' && fact(#)) && !any(event.l, fact(#))", false},
		{"any(event.l, # == 'a' && fact(#)) && all(event.l, # != 'a' || !fact(#))", false},
		{"any(event.l, # == 'a') && any(event.l, # == 'b')", true},
		{"all(event.l, # == 'a') && all(event.l, # == 'b')", true}, // of no items
		{"any(event.l, # == 'a') && !any(event.l[1:], # == 'a')", true},
		{"any(event.l, # == 'a') && !any(event.l, # == 'a')", false},
		{"ran() && !ran()", false},
		{"fact(ran() ? 'a' : 'b') && !fact(ran() ? 'a' : 'b')", false},
		{"now() == date('2020-01-01') && now() != date('2020-01-01')", true},
		{"let v = event.b; v && !v", true},

		{"short() == 'medium'", false},
		{"short() == 'short' && event.b", false},
		{"short() == 'short' && event.c", true},
		{"short() != ''", true},
		{"short() in ['long', 'short'] && !event.b && !event.c", false},
		{"own() && event.n == 1", false},
		{"own() && !own()", false},
		{"own() && !ran()", true},
	}
	for _, test := range tests {
		b := NewBudget().Share()
		if got := b.Possible(scope(t).Prop(b, checked(t, test.src), false)); got != test.want || b.Short() {
			t.Errorf("%s: possible %t, want %t", test.src, got, test.want)
		}
	}
}

// Constants in open text prove nothing, contradictions do.
func TestOpen(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{"false", true},
		{"event.b && 1 == 2", true},
		{"event.s in []", true},
		{"event.b && !event.b", false},
		{"event.s == 'a' && event.s == 'b'", false},
		{"(event.b ? 'a' : 'b') == 'c'", true},
	}
	for _, test := range tests {
		b := NewBudget().Share()
		p := scope(t).Prop(b, checked(t, test.src), true)
		if got := b.Possible(p); got != test.want || !p.Open {
			t.Errorf("%s: possible %t, open %t, want %t, true", test.src, got, p.Open, test.want)
		}
	}
}

func TestKnown(t *testing.T) {
	field := checked(t, "event.s == ''").(*ast.BinaryNode).Left
	short := Fits(field, func(s string) bool { return len(s) < 2 })
	tests := []struct {
		src   string
		known Prop
		want  bool
	}{
		{"event.s == 'a'", Is(field, "a", "b"), true},
		{"event.s == 'c'", Is(field, "a", "b"), false},
		{"event.s matches '[xyz]'", Is(field, "a", "b"), false},
		{"event.s != 'a'", Is(field, "a"), false},
		{"event.s == 'a'", Is(field), false},
		{"event.s == 'a'", short, true},
		{"event.s in ['aa', 'bb']", short, false},
		{"event.s startsWith 'aa'", short, true},
		{"event.t == 'aa'", short, true},
	}
	for _, test := range tests {
		b := NewBudget().Share()
		if got := b.Possible(scope(t).Prop(b, checked(t, test.src), false), test.known); got != test.want {
			t.Errorf("%s: possible %t, want %t", test.src, got, test.want)
		}
	}
}

// If there is too much to look at, everything is possible.
func TestTooMuch(t *testing.T) {
	s := scope(t)
	s.Lets["l0"] = Let{Tree: checked(t, "event.b && !event.b")}
	for i := range 20 { // each has two of the one before
		call := &ast.CallNode{Callee: &ast.IdentifierNode{Value: fmt.Sprintf("l%d", i)}}
		s.Lets[fmt.Sprintf("l%d", i+1)] = Let{Tree: &ast.BinaryNode{Operator: "&&", Left: call, Right: call}}
	}
	few, many := NewBudget().Share(), NewBudget().Share()
	if few.Possible(s.Prop(few, s.Lets["l3"].Tree, false)) || few.Short() {
		t.Error("a few parts: possible, want a proof")
	}
	if !many.Possible(s.Prop(many, s.Lets["l20"].Tree, false)) || !many.Short() {
		t.Error("a million parts: proved, want them given up")
	}
}

// hostile are conditions that cost as much as possible.
var hostile = map[string]func() string{
	// Every two neighbours of a graph share a fact, so the sum over all nodes is even. Only one
	// node says that an odd number of its facts holds: the nodes can't all be right.
	"parity": func() string {
		const nodes, rings = 40, 2
		edge := func(a, b int) string { return fmt.Sprintf("fact('%d %d')", min(a, b), max(a, b)) }
		rng := rand.New(rand.NewPCG(1, 2))
		near := make([][]int, nodes)
		for range rings { // each time a ring through all nodes
			ring := rng.Perm(nodes)
			for i, a := range ring {
				b := ring[(i+1)%nodes]
				near[a], near[b] = append(near[a], b), append(near[b], a)
			}
		}
		var all []string
		for a := range nodes {
			odd := "false"
			for _, b := range near[a] {
				odd = fmt.Sprintf("(%s ? !(%s) : %[2]s)", edge(a, b), odd)
			}
			if a > 0 {
				odd = "!" + odd
			}
			all = append(all, odd)
		}
		return strings.Join(all, " && ")
	},
	// Many patterns of many states, each tried on many long texts.
	"patterns": func() string {
		var all []string
		for i := range 300 {
			all = append(all, fmt.Sprintf("event.s != '%s%d' && !(event.s matches '%da{900}b{900}c?a{900}$')", strings.Repeat("a", 2000), i, i))
		}
		return strings.Join(all, " && ")
	},
	// Long texts that are searched for one another.
	"texts": func() string {
		var all []string
		for i := range 1000 {
			all = append(all, fmt.Sprintf("!(event.s contains '%sb%d')", strings.Repeat("a", 5000), i))
		}
		return strings.Join(all, " && ")
	},
}

// A question that would take too long counts as possible.
func TestTooHard(t *testing.T) {
	for name, src := range hostile {
		b := NewBudget().Share()
		if p := scope(t).Prop(b, checked(t, src()), false); !b.Possible(p) || !b.Short() {
			t.Errorf("%s: proved, want too much work", name)
		}
	}
}

// The cost until a condition is given up.
func BenchmarkTooHard(b *testing.B) {
	for name, src := range hostile {
		b.Run(name, func(b *testing.B) {
			tree := checked(b, src())
			for b.Loop() {
				share := NewBudget().Share()
				share.Possible(scope(b).Prop(share, tree, false))
			}
		})
	}
}

// When the budget of a rule set is spent, its conditions get no share any more.
func TestWholeBudget(t *testing.T) {
	whole := newBudget(5*stepsOfShare, time.Hour, nil)
	hard, easy := checked(t, hostile["parity"]()), checked(t, "event.b && !event.b")
	for n := 0; ; n++ {
		b := whole.Share()
		if b.Possible(scope(t).Prop(b, easy, false)) {
			if n < 5 || !b.Short() {
				t.Errorf("short %t after %d hard conditions, want it after more of them", b.Short(), n)
			}
			return
		}
		b = whole.Share()
		b.Possible(scope(t).Prop(b, hard, false))
	}
}

// A proof that lacks steps fails every time; one that the clock stopped may succeed the next time.
func TestLate(t *testing.T) {
	hard := checked(t, hostile["parity"]())
	for _, test := range []struct {
		name  string
		whole *Budget
		late  bool
	}{
		{"few steps", newBudget(10*stepsUntimed, time.Hour, nil), false},
		{"no time", newBudget(stepsInAll, 0, nil), true},
	} {
		first := test.whole.Share()
		first.Possible(scope(t).Prop(first, hard, false))
		for name, b := range map[string]*Budget{"the share": first, "a later share": test.whole.Share()} {
			if b.Late() != test.late {
				t.Errorf("%s, %s: late %t, want %t", test.name, name, b.Late(), test.late)
			}
		}
	}
}

func TestParts(t *testing.T) {
	var got []string
	for _, p := range scope(t).Parts(NewBudget().Share(), checked(t, "event.b && (event.c || event.b) && own()"), false) {
		got = append(got, p.Text)
	}
	if want := "event.b | event.c || event.b | own()"; strings.Join(got, " | ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " | "), want)
	}
}

// If a condition is said never to hold, it is true for no values; if its opposite is, it is false
// for none.
func FuzzPossible(f *testing.F) {
	for _, s := range []string{
		"event.s == 'a' && event.s startsWith 'b'", "event.n < 5 && event.n > 10 || fact('a')", "event.x in ['', 'a'] && event.x == nil",
		"event.f >= 1 ? event.f < 1 : !(event.f < 1)", "age('x') > duration('1h') && age('x') < duration('2m')", "short() == 'short' && !event.c",
		"ran() && !ran()", "own() && event.n < 2", "event.s matches '^a' && event.s == 'b'", "any(event.l, # == 'a') && 'a' not in event.l",
		"event.x?.y == 1 && event.x == 2", "event.s contains 'ab' && !(event.s contains 'b')", "event.x == 1.5 && event.x > 2", "event.b == event.c && event.b != event.c",
		"event.x startsWith '' && event.x == nil", "not (event.x >= 1) && not (event.x < 1)",
	} {
		f.Add(s)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		f.Add(condition(rng, 4))
	}
	f.Fuzz(func(t *testing.T, src string) { sound(t, src) })
}

// sound checks a claim about a condition against its evaluation.
func sound(t *testing.T, src string) {
	tree, err := expr.Compile(src, expr.Env(names), expr.AsBool(), expr.Optimize(false))
	if err != nil {
		return
	}
	program, err := expr.Compile(src, expr.Env(names), expr.AsBool())
	if err != nil {
		return
	}
	b := NewBudget().Share()
	p := scope(t).Prop(b, tree.Node(), false)
	never, always := !b.Possible(p), !b.Possible(Not(p))
	if never && always {
		t.Fatalf("%s: neither true nor false", src)
	}
	if !never && !always {
		return
	}
	rng := rand.New(rand.NewPCG(uint64(len(src)), 7))
	for range 200 {
		env := world(rng, src)
		v, err := expr.Run(program, env)
		if err != nil {
			continue
		}
		if never && v == true || always && v == false {
			t.Fatalf("%s: %v for %v, but it is said to be so never", src, v, env["event"])
		}
	}
}

var literal = regexp.MustCompile(`'[^']*'|[0-9.]+`)

// world gives the names random values, many of them near those in the condition.
func world(rng *rand.Rand, src string) map[string]any {
	texts, numbers := []string{"", "a", "ab", "b", "x", "long", "short"}, []float64{0, 1, -1, 3, 5, 1e9, 3.6e12}
	for _, l := range literal.FindAllString(src, -1) {
		s := strings.Trim(l, "'")
		texts = append(texts, s, s+"b", "a"+s, s[:len(s)/2])
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			numbers = append(numbers, v, v+1, v-1, v+.5)
		}
		if d, err := time.ParseDuration(s); err == nil {
			numbers = append(numbers, float64(d), float64(d)+1, float64(d)-1)
		}
	}
	text := func() string { return texts[rng.IntN(len(texts))] }
	number := func() float64 { return numbers[rng.IntN(len(numbers))] }
	coin := func() bool { return rng.IntN(2) == 0 }
	float := number()
	if rng.IntN(10) == 0 {
		float = math.NaN()
	}
	mixed := []any{nil, coin(), text(), text(), number(), int(number()), math.NaN(), time.Duration(number()), map[string]any{"y": text()}, []any{text()}}
	list := []any{}
	for range rng.IntN(3) {
		list = append(list, text())
	}
	event := map[string]any{"s": text(), "t": text(), "n": int(number()), "f": float, "b": coin(), "c": coin(), "x": mixed[rng.IntN(len(mixed))], "l": list}
	facts, ages := map[string]bool{}, map[string]time.Duration{}
	env := map[string]any{"event": event,
		"fact": func(s string) (bool, error) {
			if _, ok := facts[s]; !ok {
				facts[s] = coin()
			}
			return facts[s], nil
		},
		"age": func(s string) (time.Duration, error) {
			if _, ok := ages[s]; !ok {
				ages[s] = time.Duration(number())
			}
			return ages[s], nil
		},
		"ran":  func() (bool, error) { return coin(), nil },
		"loop": func() (bool, error) { return false, nil },
	}
	for name, src := range lets {
		p, err := expr.Compile(src, expr.Env(names))
		if err != nil {
			panic(err)
		}
		v, err := expr.Run(p, env)
		env[name] = func() (string, error) { return v.(string), err }
		if b, ok := v.(bool); ok {
			env[name] = func() (bool, error) { return b, err }
		}
	}
	ran := coin() // a condition is asked at one moment, and lets were at another
	env["ran"] = func() (bool, error) { return ran, nil }
	return env
}

// condition writes a random condition.
func condition(rng *rand.Rand, depth int) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	if depth > 0 && rng.IntN(5) > 0 {
		a, b := condition(rng, depth-1), condition(rng, depth-1)
		return pick("("+a+" && "+b+")", "("+a+" || "+b+")", "!("+a+")", "("+a+" ? "+b+" : "+condition(rng, depth-1)+")", "("+a+" && "+b+")")
	}
	text, number := pick("'a'", "'ab'", "'b'", "''"), pick("1", "2", "5", "1.5")
	return pick("event.b", "event.c", "event.x", "ran()", "own()", "true", "fact("+text+")",
		pick("event.s", "event.x", "short()", "event.t")+pick(" == ", " != ")+text,
		pick("event.s", "event.x", "short()")+pick(" startsWith ", " endsWith ", " contains ", " matches ")+text,
		pick("event.s", "event.x", "short()")+pick(" in ", " not in ")+"["+text+", "+pick("'a'", "'short'", "1")+"]",
		pick("event.n", "event.f", "event.x")+pick(" == ", " < ", " <= ", " > ", " >= ")+number,
		number+pick(" == ", " < ", " <= ", " > ", " >= ")+pick("event.n", "event.f", "event.x"),
		pick("event.s", "event.x")+pick(" == ", " != ")+pick("event.t", "event.x", "nil", "true"),
		"age("+text+")"+pick(" < ", " >= ")+"duration("+pick("'1h'", "'60m'", "'2s'")+")")
}
