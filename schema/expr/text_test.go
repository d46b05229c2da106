package expr

import (
	"strings"
	"testing"
)

// A printed expression can be parsed again, and is the same.
func TestText(t *testing.T) {
	for _, src := range []string{
		"a || (let b = 1; b > a)",
		"!(let b = a; b)",
		"a ? (let b = 1; b) : (let c = 2; c)",
		"let b = (let c = 1; c); let d = b; d > 1",
		"any(a, let b = #; b || (let c = b; c))",
		"(let b = a; b) && a",
		"f(a || (let b = 1; b))",
		"a" + strings.Repeat(" || a", 200), // each part is looked at once
	} {
		once := Plain(src)
		if is := read(once); is.err != nil || Plain(once) != once {
			t.Errorf("%s: found %s (%v), want what reads as the same", src, once, is.err)
		}
	}
}
