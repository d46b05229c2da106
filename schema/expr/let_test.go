package expr

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

func lets(pairs ...string) []plan.Let {
	var all []plan.Let
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, plan.Let{Name: pairs[i], Expr: plan.Expression{Src: pairs[i+1]}})
	}
	return all
}

func TestSortLets(t *testing.T) {
	tests := []struct {
		name string
		lets []plan.Let
	}{
		{"none", nil},
		{"apart from each other", lets("a", "1", "b", "2")},
		{"chain", lets("a", "b()", "b", "c()", "c", "1")},
		{"two ways to one", lets("a", "b() + c()", "b", "d()", "c", "d()", "d", "1")},
		{"own name", lets("a", "lock() == b()", "lock", "lock('x')", "b", "lock()")},
		{"inside a closure", lets("a", "filter([1], # > b())", "b", "1")},
		{"inside a call's argument", lets("a", "fact(b())", "b", "1")},
		{"name of a field is no use", lets("a", "event.b", "b", "a()")},
		{"text is no use", lets("a", "'b()'", "b", "a()")},
		{"what can't be parsed uses nothing", lets("a", "b( +", "b", "a()")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, given := range permutations(test.lets) {
				sorted, err := SortLets(given)
				if err != nil {
					t.Fatalf("%v: %v", names(given), err)
				}
				if got, want := names(sorted), names(given); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
					t.Fatalf("%v, want each of %v once", got, want)
				}
				for i, l := range sorted {
					for _, used := range Identifiers(l.Expr.Src) {
						if used != l.Name && slices.Contains(names(sorted[i:]), used) {
							t.Errorf("%v from %v: %s stands before %s, which it uses", names(sorted), names(given), l.Name, used)
						}
					}
				}
			}
		})
	}
}

func TestSortLetsRing(t *testing.T) {
	tests := []struct {
		lets []plan.Let
		want string
	}{
		{lets("a", "b()", "b", "a()"), "a, b, a"},
		{lets("x", "a()", "a", "b()", "b", "c()", "c", "a()"), "a, b, c, a"},
	}
	for _, test := range tests {
		_, err := SortLets(test.lets)
		if err == nil || !strings.HasSuffix(err.Error(), ": "+test.want) {
			t.Errorf("%v: error %v, want the ring %s", names(test.lets), err, test.want)
		}
	}
}

func TestCheckOptions(t *testing.T) {
	facts := map[string]engine.Fact{"digest": {Params: "path, options", Options: []string{"items", "kinds"}}, "marked": {Params: "marks", Marks: "marks"}}
	tests := []struct {
		src    string
		offset int // of the fault, -1 for none
	}{
		{"digest('f', {items: 1, kinds: []})", -1},
		{"digest('f', {item: 1})", 13},
		{"digest('é', {'item': 1})", 14},
		{"digest('f', {items: {item: 1}})", -1},
		{"1 + len(digest('f', {items: 1, x: 2}))", 31},
		{"digest('f', {item: 1}) + digest('f', {kind: 1})", 13},
		{"digest({item: 1})", -1},
		{"other('f', {item: 1})", -1},
		{"marked('seen')", -1},
		{"len(marked('sene'))", 11},
		{"marked(event.x)", -1},
		{"marked()", -1},
		{"digest(", -1},
	}
	for _, test := range tests {
		err := checkOptions(test.src, NewScope().Parsed(test.src), facts, nil, []string{"seen"})
		var fault *SourceError
		switch {
		case test.offset < 0 && err != nil:
			t.Errorf("%s: %v, want no fault", test.src, err)
		case test.offset >= 0 && !errors.As(err, &fault):
			t.Errorf("%s: %v, want a SourceError", test.src, err)
		case test.offset >= 0 && fault.Offset != test.offset:
			t.Errorf("%s: fault at %d, want %d", test.src, fault.Offset, test.offset)
		}
	}
}

func names(lets []plan.Let) []string {
	var all []string
	for _, l := range lets {
		all = append(all, l.Name)
	}
	return all
}

func permutations(lets []plan.Let) [][]plan.Let {
	if len(lets) < 2 {
		return [][]plan.Let{lets}
	}
	var all [][]plan.Let
	for i := range lets {
		rest := slices.Delete(slices.Clone(lets), i, i+1)
		for _, p := range permutations(rest) {
			all = append(all, append([]plan.Let{lets[i]}, p...))
		}
	}
	return all
}
