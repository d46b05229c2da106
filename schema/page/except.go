package page

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"github.com/tidwall/gjson"
)

// An Exception is something that a rule should let through: an entry of a struct in the settings of
// the rule's pack. CUE unifies structs, so that exceptions of several files and layers add up, and
// one layer can't take away another's.
type Exception struct {
	Pack  string   // "" if it isn't a pack's
	From  string   // the pack's import path
	Under []string // path of the struct
	Key   string   // name of the entry
	Name  string   // of the test that proves it
	Test  string   // the test, as CUE
}

// Line returns the exception as a line of CUE.
func (x Exception) Line() string {
	return Line(x.Pack, x.Under, string(files.JSON(x.Key))+": true")
}

// offeredMark is the attribute of an entry's fields that may be changed to get around the entry's
// rule, with the values to choose from.
const offeredMark = "offered"

// frees returns the path of the struct that a rule's exceptions are in.
func frees(r plan.Rule) (under []string) {
	for _, step := range r.Do {
		for _, name := range gjson.GetBytes(step.Args, "frees.under").Array() {
			under = append(under, name.String())
		}
	}
	return under
}

// offered returns the lines that change the entry that exceptions are in, as the entry's fields
// offer: one line for each field, with the first value that the field doesn't have now.
func offered(root cue.Value, pack string, under []string) (lines []string) {
	var path []cue.Selector
	for _, name := range under[:len(under)-1] {
		path = append(path, cue.Str(name))
	}
	for name, f := range schema.Members(root.LookupPath(cue.MakePath(path...))) {
		mark := f.Attribute(offeredMark)
		is, _ := f.String()
		for i := range mark.NumArgs() {
			if value, err := mark.String(i); err == nil && value != is {
				lines = append(lines, Line(pack, append(slices.Clip(under[:len(under)-1]), name), strconv.Quote(value)))
				break
			}
		}
	}
	return lines
}

// exceptionFile and exceptionTest are the files for exceptions and for their tests.
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

// Excepting returns the files that make the folder's rules let exceptions through, with tests.
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
		if x.Pack != "" && !f.Imports(x.From) {
			take := f.Taking("packs-"+x.Pack+".cue", x.From)
			now[filepath.Base(take.Path)] = take.Data
		}
		add(exceptionFile, x.Line())
		if test, err := format.Source([]byte(x.Test)); err != nil {
			return nil, err
		} else if !bytes.Contains(source(exceptionTest), bytes.TrimSpace(test)) {
			add(exceptionTest, strings.TrimSpace(string(test)))
		}
	}
	var is []File
	for _, name := range slices.Sorted(maps.Keys(now)) {
		is = append(is, File{Path: filepath.Join(f.Dir, name), Data: now[name], Was: f.sources[name], New: f.sources[name] == nil})
	}
	return is, nil
}

// Source returns the content of a file of the folder, nil if there is none.
func (f *Folder) Source(path string) []byte { return f.sources[filepath.Base(path)] }
