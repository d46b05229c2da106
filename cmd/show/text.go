package show

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/schema"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Plain shows a text with a mark in the place of what would steer a terminal, or make it
// look other than it is (unseen characters, changes of direction).
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf) {
			return '\uFFFD'
		}
		return r
	}, text)
}

// column is a value as wide as its column, - for none.
func column(s string, width int) string {
	if s == "" {
		s = "-"
	}
	return text.Pad(Printable(s), width, ' ')
}

// Printable is Plain for a text that is to stay on its line.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// shownChars is how much of a value is shown; --json has all of it.
const shownChars = 160

// Cut shortens a text that is long, and says how long it was.
func Cut(s string) string {
	if n := utf8.RuneCountInString(s); n > shownChars {
		end := 0
		for range shownChars {
			_, size := utf8.DecodeRuneInString(s[end:])
			end += size
		}
		s = fmt.Sprintf("%s… (%d characters)", s[:end], n)
	}
	return s
}

// Layers names layers as people in folder here call them.
func Layers(layers []string, here string) string {
	var names []string
	for _, l := range layers {
		names = append(names, schema.Display(l, here))
	}
	return strings.Join(names, " and ")
}
