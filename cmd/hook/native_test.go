package hook_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
)

// ours removes names of places that come from the native agent.
var ours = strings.NewReplacer("CLAUDE_PROJECT_DIR", "", ".claude", "")

// The engine doesn't know which agent it is: no name or text in it is one's.
func TestEngineNamesNoAgent(t *testing.T) {
	s := compile.Schema()
	all := s.Agents()
	var names []string
	for _, a := range all {
		names = append(names, regexp.QuoteMeta(strings.Split(a.Name, "-")[0]))
	}
	agent := regexp.MustCompile(`(?i)(^|[^a-z])(` + strings.Join(names, "|") + `)([^a-z]|$)`)
	files := 0
	err := filepath.WalkDir("../../engine", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.BasicLit:
				text = n.Value
			case *ast.Ident:
				text = n.Name
			}
			if agent.MatchString(ours.Replace(text)) && !commonWord.MatchString(text) {
				t.Errorf("%s: %s", fset.Position(n.Pos()), text)
			}
			return true
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files (%v)", files, err)
	}
	if !agent.MatchString(`"gemini"`) || !agent.MatchString("copilot_home") || agent.MatchString("decline") {
		t.Error("the pattern of names finds none")
	}
}

// commonWord matches names of agents that are everyday words.
var commonWord = regexp.MustCompile(`(?i)(^|[^a-z])cursor([^a-z]|$)`)
