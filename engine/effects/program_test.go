package effects

import (
	"slices"
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	for _, table := range tables {
		if !slices.IsSortedFunc(table, func(a, b program) int { return strings.Compare(a.name, b.name) }) {
			for i := range table[1:] {
				if table[i].name >= table[i+1].name {
					t.Errorf("%s stands before %s, want them sorted", table[i].name, table[i+1].name)
				}
			}
		}
		for _, p := range table {
			if n := count(p.name); n != 1 {
				t.Errorf("%s is there %d times", p.name, n)
			}
			checkFlags(t, p)
		}
	}
}

func count(name string) (n int) {
	for _, table := range tables {
		for _, p := range table {
			if p.name == name {
				n++
			}
		}
	}
	return n
}

// checkFlags checks that the notation of a program's flags is as program says.
func checkFlags(t *testing.T, p program) {
	if other, ok := strings.CutPrefix(p.flags, "="); ok {
		if find(other) == nil {
			t.Errorf("%s is as %s, which is not there", p.name, other)
		}
		return
	}
	if outer, _, sub := cutLast(p.name, " "); sub && (find(outer) == nil || find(outer).form&subs == 0) {
		t.Errorf("%s is there, but %s is none that has subcommands", p.name, outer)
	}
	const letters = ".2rxloewacdvmh@!/>+_"
	seen := map[string]bool{}
	for item := range strings.FieldsSeq(p.flags) {
		names := item
		if i := strings.IndexAny(item, "=?%:;"); i >= 0 {
			names = item[:i]
		}
		f := cutFlag(item, 0)
		if strings.Trim(strings.ToLower(f.kind+f.turns), letters) != "" {
			t.Errorf("%s: %s has letters that are none of %s", p.name, item, letters)
		}
		for name := range strings.SplitSeq(names, ",") {
			if name == "" || seen[name] {
				t.Errorf("%s: %s is there twice, or has no name", p.name, item)
			}
			seen[name] = true
		}
	}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
