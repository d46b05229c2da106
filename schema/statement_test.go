package schema

import (
	"slices"
	"strings"
	"testing"
)

func TestScanSQL(t *testing.T) {
	for _, test := range []struct {
		text, want string
		args       string
		second     int
	}{
		{"select 1", "select 1", "", 0},
		{"select a from t where b = :b and c > :a", "select a from t where b = ?2 and c > ?1", "a b", 0},
		{"select :a, :a", "select ?1, ?1", "a", 0},
		{"select ':a', \":b\", `:c`, 'it''s :d' || :e", "select ':a', \":b\", `:c`, 'it''s :d' || ?1", "e", 0},
		{"select :a -- :b\n, :c /* :d */", "select ?1 -- :b\n, ?2 /* :d */", "a c", 0},
		{"select x::text, :a::int", "select x::text, ?1::int", "a", 0},
		{"select $$ :a $$, $x$ $$ :b $x$, a$b, :c", "select $$ :a $$, $x$ $$ :b $x$, a$b, ?1", "c", 0},
		{"select a[1:2], a [:n]", "select a[1:2], a [?1]", "n", 0},
		{"select :früh", "select ?1", "früh", 0},
		{"select ':a", "select ':a", "", 0},
		{"select 1; -- more\n ", "select 1; -- more\n ", "", 0},
		{"select :clock - :a, ':clock'", "select now() - ?1, ':clock'", "a", 0},
		{"select 1; select 2", "select 1; select 2", "", 10},
		{"select ';'; 'x'", "select ';'; 'x'", "", 12},
		{" -- nothing", " -- nothing", "", 0},
	} {
		s := scanSQL(test.text)
		args, _ := s.args()
		if got := s.numbered("?", args, "now()"); got != test.want || strings.Join(args, " ") != test.args || s.second != test.second {
			t.Errorf("%s: found %s with %s, second at %d, want %s with %s, second at %d", test.text, got, args, s.second, test.want, test.args, test.second)
		}
	}
}

func TestFindSQL(t *testing.T) {
	for _, test := range []struct {
		text, word string
		want       int
	}{
		{"select a from b", "b", 14},
		{"select a, a from b", "a", -1},
		{"select 'b' from b", "b", 16},
		{"select ab from b", "b", 15},
		{"select b.ab from b", "b.ab", 7},
		{"select a, from b", ",", 8},
		{"select a", "", -1},
	} {
		if got := FindSQL(test.text, test.word); got != test.want {
			t.Errorf("%s in %s: found %d, want %d", test.word, test.text, got, test.want)
		}
	}
}

// A statement's names are in the text, and numbers are in their places, so that the text without
// either is the same.
func FuzzScanSQL(f *testing.F) {
	for _, text := range []string{"select :a", "select ':a' -- :b\n", "$x$ :a $x$ :b::c;", ":", "::", "$", "'", "/*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := scanSQL(text)
		at := 0
		var without strings.Builder
		for _, a := range s.found {
			if a.from < at || a.to > len(text) || text[a.from:a.to] != ":"+a.name || a.name == "" {
				t.Fatalf("found %+v in %q", a, text)
			}
			without.WriteString(text[at:a.from])
			at = a.to
		}
		without.WriteString(text[at:])
		if len(s.found) == 0 && (without.String() != text || s.numbered("?", nil, "") != text) {
			t.Fatalf("found %q, want %q", s.numbered("?", nil, ""), text)
		}
		if args, _ := s.args(); !slices.IsSorted(args) || len(args) > len(s.found) {
			t.Fatalf("found %q", args)
		}
		FindSQL(text, text[:min(len(text), 3)])
	})
}
