package rules_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"github.com/hashicorp/go-multierror"
)

// Whatever name a pack knows, at any depth, a misspelling of it is a fault that names it: for
// settings, for names in hooks, tables, stores and marks, and in the items of lists.
func (p pack) misspelt(t *testing.T) {
	all := namesBelow(p.set.Scopes[1].Source.Root.Value, nil)
	if len(all) < 50 {
		t.Fatalf("found %d names", len(all))
	}
	text := fmt.Sprintf("package rules\nimport %q\npacks: %q: %[2]s & {\n", p.path, p.name)
	first := strings.Count(text, "\n") + 1
	for _, path := range all {
		text += misspelling(path) + "\n"
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(text+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := p.schema.Compile(dir)
	var faults *multierror.Error
	if !errors.As(err, &faults) {
		t.Fatalf("found %v, want a fault for each name", err)
	}
	said := map[int]string{}
	for _, err := range faults.Errors {
		if f, ok := err.(*plan.Error); ok && strings.HasSuffix(f.File, "rules.cue") {
			said[f.Line] = f.Error()
		}
	}
	for i, path := range all {
		if name := path[len(path)-1]; !strings.HasSuffix(said[first+i], "want "+name+"?") {
			t.Errorf("%s: found %q, want it refused for %s", misspelling(path), said[first+i], name)
		}
	}
}

// item stands in a path for an item of a list.
const item = "[]"

// namesBelow returns the paths of the names below a value. If entries may have any names, all have
// one form: only one is looked into, and none of their names is wrong. Rules are no settings.
func namesBelow(v cue.Value, path []string) (all [][]string) {
	if of := itemOf(v); of.Exists() {
		return namesBelow(of, append(slices.Clone(path), item))
	}
	if v.IncompleteKind() != cue.StructKind {
		return nil
	}
	_, ways := v.Expr()
	free := slices.ContainsFunc(append(ways, v), func(v cue.Value) bool {
		of := v.LookupPath(cue.MakePath(cue.AnyString))
		return of.Exists() && of.IncompleteKind() != cue.TopKind
	})
	for name, v := range schema.Members(v) {
		at := append(slices.Clone(path), name)
		if slices.Equal(at[min(len(at), 2):], []string{"rules"}) {
			continue
		}
		if !free && len(name) > 1 {
			all = append(all, at)
		}
		if all = append(all, namesBelow(v, at)...); free {
			break
		}
	}
	return all
}

// itemOf returns what the items of a list may be, beyond its own items.
func itemOf(v cue.Value) cue.Value {
	if v.IncompleteKind() == cue.ListKind {
		_, ways := v.Expr()
		for _, way := range append(ways, v) {
			if of := way.LookupPath(cue.MakePath(cue.AnyIndex)); of.Exists() {
				return of
			}
		}
	}
	return cue.Value{}
}

// misspelling returns a setting whose path ends in a name with its first letter twice.
func misspelling(path []string) string {
	last := len(path) - 1
	text := fmt.Sprintf("%q: _", string([]rune(path[last])[0])+path[last])
	for _, name := range slices.Backward(path[:last]) {
		if name == item {
			text = "[{" + text + "}]"
		} else {
			text = fmt.Sprintf("%q: %s", name, text)
		}
	}
	return text
}
