package settings

import (
	"bytes"
	"testing"

	"github.com/tailscale/hujson"
)

// Adding entries and removing them leaves a file that means the same as before.
func FuzzRegister(f *testing.F) {
	for _, v := range variants {
		f.Add([]byte(v.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		was := &File{Name: "x", was: text}
		if was.parse() != nil || len(was.Managed()) > 0 {
			return
		}
		in := &File{Name: "x", was: text}
		if err := in.parse(); err != nil {
			t.Fatal(err)
		}
		if err := in.Register(program, wanted); err != nil {
			if len(in.Faults()) == 0 {
				t.Fatal(err)
			}
			return
		}
		out := &File{Name: "x", was: in.is}
		if err := out.parse(); err != nil {
			t.Fatal(err)
		}
		if n := len(out.Managed()); n != len(wanted) {
			t.Fatalf("%d entries in %s", n, in.is)
		}
		if err := out.Unregister(was); err != nil {
			t.Fatal(err)
		}
		if got, want := plain(t, out.root), plain(t, was.root); !bytes.Equal(got, want) {
			t.Fatalf("%q became %s, then %s", text, in.is, out.is)
		}
	})
}

func plain(t *testing.T, v hujson.Value) []byte {
	t.Helper()
	v = v.Clone()
	v.Minimize()
	return v.Pack()
}
