package code

import (
	"embed"
	"path"
	"strings"

	"bcrules.dev/rules"
)

// A Language is a language of source files.
type Language struct {
	Name    string
	Endings []string // of file names
	// Module is the path of the grammar's module, PACKAGE/FILE, "" for Go, which go/parser reads.
	// Calls is the module's own name for the language.
	Module, Calls string
	Queries       []string
}

// Languages are the languages that can be read.
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

// Of returns the language of a file, judging by its name, nil if unknown.
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

// query returns the query for the language's grammar.
func (l *Language) query() string {
	var text strings.Builder
	for _, name := range l.Queries {
		text.Write(rules.Shipped(queries.ReadFile("queries/" + name + ".scm")))
	}
	return text.String()
}
