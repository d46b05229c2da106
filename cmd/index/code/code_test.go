package code

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/grammars"

	"golang.org/x/tools/txtar"
)

// The result for each language's file is in a file beside it.
func TestKnown(t *testing.T) {
	for _, l := range Languages {
		t.Run(l.Name, func(t *testing.T) {
			file := filepath.Join("testdata", l.Name+".txtar")
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := reader(t, &l)
			if of := Of(ar.Files[0].Name); of == nil || of.Name != l.Name {
				t.Errorf("found that %s is no file of %s", ar.Files[0].Name, l.Name)
			}
			f, err := r.Read(&l, string(ar.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			found := printed(f)
			if os.Getenv("UPDATE") != "" {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "want", Data: []byte(found)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) < 2 || found != string(ar.Files[1].Data) {
				t.Errorf("%s: found\n%s", file, found)
			}
		})
	}
}

// reader returns a reader of a language, and skips the test if its grammars are missing.
func reader(t testing.TB, l *Language) *Reader {
	dir := t.TempDir()
	if l.Module != "" {
		dir = grammars.Dir(t)
	}
	r := NewReader(dir)
	t.Cleanup(func() { r.Close() })
	return r
}

// printed returns the content of a file, a line each.
func printed(f *File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d lines\n", f.Language, f.Lines)
	for i, s := range f.Symbols {
		fmt.Fprintf(&b, "symbol %d: %s %s", i, s.Kind, s.Name)
		if s.Parent != "" {
			fmt.Fprintf(&b, " of %s", s.Parent)
		}
		fmt.Fprintf(&b, " %d-%d: %s", s.Line, s.Stop, s.Signature)
		if s.Kind == "function" || s.Kind == "method" {
			fmt.Fprintf(&b, " %q -> %q", s.Params, s.Returns)
		}
		if s.Doc != "" {
			fmt.Fprintf(&b, " // %s", s.Doc)
		}
		b.WriteByte('\n')
	}
	for _, c := range f.Calls {
		fmt.Fprintf(&b, "call %d: %s -> %s\n", c.Line, c.Caller, c.Callee)
	}
	for _, i := range f.Imports {
		fmt.Fprintf(&b, "import %d: %q %q %q\n", i.Line, i.Module, i.Name, i.Alias)
	}
	for _, c := range f.Branches {
		fmt.Fprintf(&b, "branch of %d: %s %d-%d\n", c.Symbol, c.Kind, c.Line, c.Stop)
	}
	for _, n := range f.Names {
		fmt.Fprintf(&b, "name in %d: %s %d", n.Symbol, n.Name, n.Line)
		if n.Writes {
			b.WriteString(" written")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
