package files

import (
	"testing"
	"unicode"
)

// Of all characters that show as blank or nothing, only the space is shown as it is.
func TestSteersBlank(t *testing.T) {
	for _, table := range []*unicode.RangeTable{unicode.Zs, unicode.Zl, unicode.Zp, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point} {
		for r := rune(0); r <= unicode.MaxRune; r++ {
			if unicode.Is(table, r) && Steers(r) == (r == ' ') {
				t.Errorf("%U: found %t", r, Steers(r))
			}
		}
	}
	for r, want := range map[rune]bool{'\u2800': true, '\u2801': false, '\U0001D159': true, 'a': false, 'é': false, '⚠': false, '\ufe0f': false} {
		if Steers(r) != want {
			t.Errorf("%U: found %t, want %t", r, !want, want)
		}
	}
}
