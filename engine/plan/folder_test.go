package plan

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// A missing folder has no rules; an unreadable one may have some.
func TestRuleFiles(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"rules", "empty", "shut"} {
		if err := os.Mkdir(in(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"rules/a.cue", "rules/a_test.cue", "shut/a.cue", "file"} {
		if err := os.WriteFile(in(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	crowd(t, in("many"), MostRuleFiles+1, ".cue")
	crowd(t, in("most"), MostRuleFiles, ".cue")
	crowd(t, in("others"), mostFiles+1, ".txt")
	type test struct {
		path       string
		has, fault bool
	}
	tests := []test{{"rules", true, false}, {"empty", false, false}, {"none", false, false}, {"none/below", false, false},
		{"many", true, true}, {"most", true, false}, {"others", true, true}}
	if runtime.GOOS != "windows" {
		if err := os.Symlink("itself", in("itself")); err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test{"file", false, false}, test{"file/below", false, false}, test{"itself", true, true}, test{strings.Repeat("x", 300), true, true})
		if err := os.Chmod(in("shut"), 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(in("shut"), 0o700) })
		if os.Geteuid() != 0 { // to root nothing is closed
			tests = append(tests, test{"shut", true, true})
		}
	}
	for _, test := range tests {
		f := RuleFiles(in(test.path))
		if f.Has() != test.has || (f.Fault != "") != test.fault {
			t.Errorf("%s: found %+v, want rules %t, a fault %t", test.path, f, test.has, test.fault)
		}
	}
}

// crowd makes a folder with that many files.
func crowd(t *testing.T, dir string, n int, ext string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)+ext), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
