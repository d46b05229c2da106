package page

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
	"github.com/tidwall/gjson"
)

// An Exception is something that a rule should let through: an item of a list in the settings of
// the rule's pack.
type Exception struct {
	Pack string   // "" if it isn't a pack's
	From string   // the pack's import path
	List []string // path of the list
	Key  string   // the item
	Name string   // of the test that proves it
	Test string   // the test, as CUE
}

// offeredMark is the attribute of an entry's fields that may be changed to get around the entry's
// rule, with the values to choose from.
const offeredMark = "offered"

// frees returns the path of a rule's list of exceptions.
func frees(r plan.Rule) (list []string) {
	for _, step := range r.Do {
		for _, name := range gjson.GetBytes(step.Args, "frees.list").Array() {
			list = append(list, name.String())
		}
	}
	return list
}

// offered returns the lines that change the entry that holds a list of exceptions, as the entry's
// fields offer: one line for each field, with the first value that the field doesn't have now.
func offered(root cue.Value, pack string, list []string) (lines []string) {
	var path []cue.Selector
	for _, name := range list[:len(list)-1] {
		path = append(path, cue.Str(name))
	}
	for name, f := range schema.Members(root.LookupPath(cue.MakePath(path...))) {
		mark := f.Attribute(offeredMark)
		is, _ := f.String()
		for i := range mark.NumArgs() {
			if value, err := mark.String(i); err == nil && value != is {
				lines = append(lines, Line(pack, append(slices.Clip(list[:len(list)-1]), name), strconv.Quote(value)))
				break
			}
		}
	}
	return lines
}

// exceptionFile and exceptionTest are the files for exceptions that join no existing list, and for
// their tests.
const (
	exceptionFile = "exceptions.cue"
	exceptionTest = "exceptions_test.cue"
)

// Line returns the setting of a pack at a path as a line of CUE.
func Line(pack string, names []string, value string) string {
	var b strings.Builder
	if pack != "" {
		fmt.Fprintf(&b, "packs: %q: ", pack) // quoted, or CUE would take it for a field
	}
	for _, name := range names {
		if !ast.IsValidIdent(name) {
			name = strconv.Quote(name)
		}
		b.WriteString(name + ": ")
	}
	return b.String() + value
}

// Excepting returns the files that make the folder's rules let exceptions through, with tests:
// files whose existing list an exception joins, otherwise unchanged, and new files.
func (f *Folder) Excepting(all []Exception) ([]File, error) {
	now := map[string][]byte{}
	source := func(name string) []byte {
		if data, ok := now[name]; ok {
			return data
		}
		return f.sources[name]
	}
	add := func(name, text string) {
		data := source(name)
		if data == nil {
			data = []byte("package " + f.Package + "\n")
		}
		now[name] = slices.Concat(bytes.TrimRight(data, "\n"), []byte("\n\n"), []byte(text), []byte("\n"))
	}
	for _, x := range all {
		name, data, err := f.joined(x, source)
		switch {
		case err != nil:
			return nil, err
		case name != "":
			now[name] = data
		default:
			if x.Pack != "" && !f.Imports(x.From) {
				take := f.Taking("packs-"+x.Pack+".cue", x.From)
				now[filepath.Base(take.Path)] = take.Data
			}
			add(exceptionFile, Line(x.Pack, x.List, "["+strconv.Quote(x.Key)+"]"))
			f.files[exceptionFile] = &ast.File{}
		}
		if test, err := format.Source([]byte(x.Test)); err != nil {
			return nil, err
		} else if !bytes.Contains(source(exceptionTest), bytes.TrimSpace(test)) {
			add(exceptionTest, strings.TrimSpace(string(test)))
		}
	}
	var files []File
	for _, name := range slices.Sorted(maps.Keys(now)) {
		files = append(files, File{Path: filepath.Join(f.Dir, name), Data: now[name], Was: f.sources[name], New: f.sources[name] == nil})
	}
	return files, nil
}

// joined returns a rule file with an exception added to its list; name is "" if no file has the
// list.
func (f *Folder) joined(x Exception, source func(string) []byte) (name string, data []byte, err error) {
	names := x.List
	if x.Pack != "" {
		names = append([]string{"packs", x.Pack}, names...)
	}
	for name := range f.files {
		data := source(name)
		if data == nil || !plan.IsRuleFile(name) {
			continue
		}
		file, err := parser.ParseFile(filepath.Join(f.Dir, name), data)
		if err != nil {
			return "", nil, err
		}
		set := valueAt(file, names)
		list, ok := set.(*ast.ListLit)
		switch {
		case set == nil:
			continue
		case !ok:
			return "", nil, &plan.Error{Pos: schema.Pos(set.Pos()), Err: fmt.Errorf("%s: found what is no plain list, want one to add %q to", strings.Join(names, "."), x.Key)}
		}
		at, text := list.Lbrack.Offset()+1, strconv.Quote(x.Key)
		if n := len(list.Elts); n > 0 {
			at, text = list.Elts[n-1].End().Offset(), ", "+text
		}
		return name, slices.Concat(data[:at], []byte(text), data[at:]), nil
	}
	return "", nil, nil
}

// valueAt returns the expression at a path below a node, nil if there is none.
func valueAt(n ast.Node, names []string) ast.Expr {
	var decls []ast.Decl
	switch n := n.(type) {
	case *ast.File:
		decls = n.Decls
	case *ast.StructLit:
		decls = n.Elts
	case *ast.ParenExpr:
		return valueAt(n.X, names)
	case *ast.BinaryExpr:
		if n.Op != token.AND {
			return nil
		}
		if x := valueAt(n.X, names); x != nil {
			return x
		}
		return valueAt(n.Y, names)
	}
	for _, d := range decls {
		field, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		if name, _, err := ast.LabelName(field.Label); err != nil || name != names[0] {
			continue
		}
		if len(names) == 1 {
			return field.Value
		}
		if x := valueAt(field.Value, names[1:]); x != nil {
			return x
		}
	}
	return nil
}

// Source returns the content of a file of the folder, nil if there is none.
func (f *Folder) Source(path string) []byte { return f.sources[filepath.Base(path)] }
