package trust

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Whoever says that a layer is trusted also provides its content: only a supply says so, in the few
// functions that make one. Nobody else can ask whether a folder is trusted and load it later.
func TestTrustIsOfWhatIsRead(t *testing.T) {
	const root = "../../.."
	wanted := []string{"cmd/layers/trust/held.go", "cmd/layers/trust/modules.go", "schema/load.go"}
	var found []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if says(n) {
				rel, _ := filepath.Rel(root, path)
				found = append(found, filepath.ToSlash(rel))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	if found = slices.Compact(found); !slices.Equal(found, wanted) {
		t.Errorf("found that something is trusted said in %v, want it in %v alone", found, wanted)
	}
}

// says reports whether a node of a program sets a field that marks something as trusted, or changes
// such a field of a plan.
func says(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && key.Name == "Trusted"
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if to, ok := left.(*ast.SelectorExpr); ok && to.Sel.Name == "Trusted" {
				return true
			}
		}
	}
	return false
}
