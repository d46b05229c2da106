package ecma

import (
	"fmt"
	"strings"
)

// Written splits a pattern written as one text into source and flags. Flags may come first, as in
// most other languages: (?i)word. \p{L} implies flag u. Escapes of other languages are errors where
// JavaScript would silently match other characters.
func Written(text string) (source, flags string, err error) {
	source = text
	if rest, ok := strings.CutPrefix(text, "(?"); ok {
		if given := span(rest, func(c byte) bool { return strings.IndexByte("ims", c) >= 0 }); given != "" && strings.HasPrefix(rest[len(given):], ")") {
			source, flags = rest[len(given)+1:], given
		}
	}
	for i := 0; i+1 < len(source); i++ {
		switch {
		case strings.HasPrefix(source[i:], "[[:"):
			return "", "", fmt.Errorf("found [[:, which JavaScript has no classes for, want them spelt out, such as [A-Za-z]")
		case source[i] != '\\':
			continue
		}
		i++
		switch c := source[i]; {
		case c == 'p' || c == 'P':
			if _, _, ok := property(source[i:]); !ok {
				return "", "", fmt.Errorf(`found \%c without {}, want \%c{L} for letters, say`, c, c)
			}
			if !strings.Contains(flags, "u") {
				flags += "u"
			}
		case isLetter(c) && strings.IndexByte("bBdDwWsSnrtvfcxuk", c) < 0:
			return "", "", fmt.Errorf(`found \%c, which JavaScript has not%s`, c, instead[c])
		}
	}
	return source, flags, nil
}

// instead suggests JavaScript's equivalents for escapes of other languages.
var instead = [128]string{
	'A': ", want ^", 'z': ", want $", 'Z': ", want $", 'a': `, want \x07`, 'e': `, want \x1b`,
	'h': `, want [ \t]`, 'R': `, want \r?\n`, 'Q': ", want characters with \\ before them", 'E': ", want none",
}
