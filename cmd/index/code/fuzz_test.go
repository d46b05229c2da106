package code

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// Whatever a file has, nothing in it ends before it begins, or outside of the file.
func FuzzRead(f *testing.F) {
	for i, l := range Languages {
		ar, err := txtar.ParseFile(filepath.Join("testdata", l.Name+".txtar"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, ar.Files[0].Data)
	}
	f.Add(0, []byte("package p; func (x.y) f(interface{}, struct{}) (a, b) { for { } }"))
	f.Add(0, []byte("package p; func ("))
	f.Add(1, []byte("class A { get [x]() {} static { } #p = () => 1 }"))
	none, other := NewReader(f.TempDir()), NewReader(os.Getenv("BCRULES_GRAMMARS"))
	f.Fuzz(func(t *testing.T, which int, text []byte) {
		l := &Languages[uint(which)%uint(len(Languages))]
		r := none
		if l.Module != "" {
			r = other
		}
		if len(text) > 10_000 || !r.Has(l) {
			return
		}
		file, err := r.Read(l, string(text))
		if err != nil {
			t.Fatal(err)
		}
		sane(t, file)
	})
}

func sane(t *testing.T, f *File) {
	within := func(what string, from, to int) {
		if from < 1 || to < from || to > f.Lines+1 {
			t.Errorf("%s: found lines %d to %d of %d", what, from, to, f.Lines)
		}
	}
	for _, s := range f.Symbols {
		within(s.Name, s.Line, s.Stop)
		if utf8.RuneCountInString(s.Signature) > longest || utf8.RuneCountInString(s.Doc) > longestDoc || !utf8.ValidString(s.Signature) {
			t.Errorf("%s: found %q, %q", s.Name, s.Signature, s.Doc)
		}
	}
	for _, c := range f.Calls {
		within(c.Callee, c.Line, c.Line)
	}
	for _, i := range f.Imports {
		within(i.Module, i.Line, i.Line)
	}
	for _, b := range f.Branches {
		within(b.Kind, b.Line, b.Stop)
		_ = f.Symbols[b.Symbol]
	}
	for _, n := range f.Names {
		within(n.Name, n.Line, n.Line)
		_ = f.Symbols[n.Symbol]
	}
}
