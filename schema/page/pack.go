package page

import (
	"io/fs"
	"path"
	"strings"

	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
)

// A Pack is a rule set shipped with this program.
type Pack struct {
	Name string
	Path string // import path
	Does string // what it does, in a few words that follow its name
}

// Packs returns the packs, sorted by name.
func Packs() []Pack {
	var all []Pack
	for _, f := range rules.Shipped(fs.ReadDir(rules.FS, ".")) {
		all = append(all, Pack{Name: f.Name(), Path: rules.Path + "/" + f.Name(), Does: packDoes(f.Name())})
	}
	return all
}

// packDoes returns the first clause of a pack's comment without the pack's name.
func packDoes(name string) string {
	for _, file := range rules.Shipped(fs.Glob(rules.FS, path.Join(name, "*.cue"))) {
		data := rules.Shipped(fs.ReadFile(rules.FS, file))
		f := rules.Shipped(parser.ParseFile(file, data, parser.PackageClauseOnly, parser.ParseComments))
		for _, d := range f.Decls {
			if doc := commentOn(d); doc != "" {
				return firstClause(doc, name)
			}
		}
	}
	return ""
}

// commentOn returns the comment on a package clause, "" for other declarations.
func commentOn(d ast.Decl) string {
	if p, ok := d.(*ast.Package); ok {
		for _, c := range ast.Comments(p) {
			if c.Doc {
				return strings.TrimSpace(c.Text())
			}
		}
	}
	return ""
}

// firstClause returns the first clause of a package comment, without the package's name.
func firstClause(doc, name string) string {
	clause, _, _ := strings.Cut(strings.Join(strings.Fields(doc), " ")+" ", ". ")
	clause, _, _ = strings.Cut(clause, ": ")
	clause = strings.TrimSpace(strings.TrimPrefix(clause, "Package "))
	if first, rest, ok := strings.Cut(clause, " "); ok && strings.EqualFold(first, name) {
		return rest
	}
	return clause
}
