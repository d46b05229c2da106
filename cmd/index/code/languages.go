package code

import (
	"embed"
	"path"
	"strings"
)

// A Language is one that files are written in.
type Language struct {
	Name    string
	Endings []string // of files
	// Module is the grammar's module by package and file, "" for Go, which is asked by
	// go/parser; Calls is what the module calls it.
	Module, Calls string
	Queries       []string
}

// Languages are those that files are asked in.
var Languages = []Language{
	{Name: "go", Endings: []string{".go"}},
	{Name: "javascript", Endings: []string{".js", ".jsx", ".mjs", ".cjs"}, Module: "tree-sitter-javascript/tree-sitter-javascript.wasm", Calls: "javascript", Queries: []string{"ecmascript", "jsx", "javascript"}},
	{Name: "python", Endings: []string{".py", ".pyi"}, Module: "tree-sitter-python/tree-sitter-python.wasm", Calls: "python", Queries: []string{"python"}},
	{Name: "rust", Endings: []string{".rs"}, Module: "tree-sitter-rust/tree-sitter-rust.wasm", Calls: "rust", Queries: []string{"rust"}},
	{Name: "tsx", Endings: []string{".tsx"}, Module: "tree-sitter-typescript/tree-sitter-tsx.wasm", Calls: "tsx", Queries: []string{"ecmascript", "jsx", "typescript"}},
	{Name: "typescript", Endings: []string{".ts", ".mts", ".cts"}, Module: "tree-sitter-typescript/tree-sitter-typescript.wasm", Calls: "typescript", Queries: []string{"ecmascript", "typescript"}},
}

// Runtime is tree-sitter's own module.
const Runtime = "web-tree-sitter/web-tree-sitter.wasm"

//go:embed queries
var queries embed.FS

// Of returns the language of a file by its name, nil for none.
func Of(file string) *Language {
	ending := strings.ToLower(path.Ext(file))
	for i, l := range Languages {
		for _, e := range l.Endings {
			if e == ending {
				return &Languages[i]
			}
		}
	}
	return nil
}

// query returns what is asked of the language's grammar.
func (l *Language) query() string {
	var text strings.Builder
	for _, name := range l.Queries {
		part, err := queries.ReadFile("queries/" + name + ".scm")
		if err != nil {
			panic(err) // the list names a file that is not here
		}
		text.Write(part)
	}
	return text.String()
}
