package trust

import (
	"os"
	"path/filepath"
	"testing"
)

// Rules count in the project that they are in, and in no other inside or around it.
func TestCounts(t *testing.T) {
	top := Real(t.TempDir())
	for _, dir := range []string{"repo/.git", "repo/sub", "repo/.claude/bcrules", "repo/inner/.git", "repo/inner/.claude/bcrules",
		"plain/.claude/bcrules", "plain/sub", "other/.git", "shared/rules"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		rules, root string
		also        []string
		want        bool
	}{
		{"repo/.claude/bcrules", "repo", nil, true},
		{"repo/.claude/bcrules", "repo/sub", nil, true},
		{"repo/.claude/bcrules", "repo/inner", nil, false},
		{"repo/inner/.claude/bcrules", "repo", nil, false},
		{"repo/.claude/bcrules", "other", nil, false},
		{"repo/.claude/bcrules", "other", []string{"other/.git"}, true},
		{"repo/.claude/bcrules", "shared", []string{"other/.git"}, false},
		{"plain/.claude/bcrules", "plain", nil, true},
		{"plain/.claude/bcrules", "plain/sub", nil, false},
		{"plain/.claude/bcrules", "other", nil, false},
		{"shared/rules", "shared", nil, true},
		{"shared/rules", "plain", nil, false},
		{"shared/rules", "plain", []string{"plain"}, true},
		{"shared/rules", "repo", nil, false},
	} {
		r := Record{Dir: filepath.Join(top, test.rules)}
		for _, name := range test.also {
			r.Also = append(r.Also, filepath.Join(top, name))
		}
		if found, err := r.counts(filepath.Join(top, test.root)); err != nil || found != test.want {
			t.Errorf("rules in %s count in %s: found %t, %v, want %t", test.rules, test.root, found, err, test.want)
		}
	}
}
