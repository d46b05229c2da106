package schema

import (
	"path/filepath"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
)

// TestsField is the field of a rule set that has tests.
const TestsField = "tests"

// OfTests reports whether a file contains tests, judging by its name.
func OfTests(name string) bool { return strings.HasSuffix(name, "_test.cue") }

// foreignTests removes from an instance the tests of its imports, and those in parent folders, as
// they test other rules.
func foreignTests(inst *build.Instance, own bool) {
	inst.Files = slices.DeleteFunc(inst.Files, func(f *ast.File) bool {
		above := strings.HasPrefix(inst.Dir, filepath.Dir(f.Filename)+string(filepath.Separator))
		return OfTests(f.Filename) && (!own || above)
	})
	for _, i := range inst.Imports {
		foreignTests(i, false)
	}
}
