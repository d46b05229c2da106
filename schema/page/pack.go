package page

import (
	"fmt"
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
func Packs() ([]Pack, error) {
	folders, err := fs.ReadDir(rules.FS, ".")
	if err != nil {
		return nil, err
	}
	var all []Pack
	for _, f := range folders {
		p := Pack{Name: f.Name(), Path: rules.Path + "/" + f.Name()}
		if p.Does, err = packDoes(p.Name); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// packDoes returns the first clause of a pack's comment without the pack's name.
func packDoes(name string) (string, error) {
	files, err := fs.Glob(rules.FS, path.Join(name, "*.cue"))
	if err != nil {
		return "", err
	}
	for _, file := range files {
		data, err := fs.ReadFile(rules.FS, file)
		if err != nil {
			return "", err
		}
		f, err := parser.ParseFile(file, data, parser.PackageClauseOnly, parser.ParseComments)
		if err != nil {
			return "", err
		}
		for _, d := range f.Decls {
			if doc := commentOn(d); doc != "" {
				return firstClause(doc, name), nil
			}
		}
	}
	return "", fmt.Errorf("%s: found no comment on the package, want one", name)
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
