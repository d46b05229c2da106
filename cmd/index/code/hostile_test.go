package code

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/index/sitter"
)

// A long text made to be long or deep is read or given up, and the text after it is read.
func TestHostile(t *testing.T) {
	for _, l := range Languages {
		t.Run(l.Name, func(t *testing.T) {
			r := reader(t, &l)
			r.within = 200 * time.Millisecond
			for _, unit := range []string{"(", "[[", "{", "a(", "if x {", "class A { ", "\"", "`${", "/*", "a.b", "def f(:\n ", "\x00", "𝒳", "func f() {", "'\\", "<a>"} {
				text := strings.Repeat(unit, 200_000/len(unit))
				f, err := r.Read(&l, text)
				switch {
				case errors.Is(err, sitter.ErrLate):
				case err != nil:
					t.Errorf("%q: %v", unit, err)
				default:
					sane(t, f)
				}
				f, err = r.Read(&l, "def f(): pass\nfunction f() {}\nfn f() {}\npackage p\nfunc f() {}\n")
				if err != nil || f == nil {
					t.Errorf("after %q: found %v, want it to be read", unit, err)
				}
			}
		})
	}
}
