package show

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/jedib0t/go-pretty/v6/text"
)

// shownChars is how many characters of a value are shown; --json shows all.
const shownChars = 160

// Cut shortens a long text, and adds how long it was.
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

// Path names a file or folder as seen from folder here.
func Path(path, here string) string { return Printable(schema.Display(path, here)) }

// placeOf returns a position as seen from folder here.
func placeOf(pos plan.Pos, here string) string {
	pos.File = schema.Display(pos.File, here)
	return Printable(pos.String())
}

// cut shortens lines to the width of a terminal.
func (s Screen) cut(lines string) string {
	if !s.Terminal {
		return lines
	}
	all := strings.Split(lines, "\n")
	for i, l := range all {
		all[i] = text.Snip(l, s.Width, "…")
	}
	return strings.Join(all, "\n")
}

// ByRules names the layers of rules as seen from folder here.
func ByRules(layers []string, here string) string {
	if len(layers) == 0 {
		return "without any rules"
	}
	var names []string
	for _, l := range layers {
		names = append(names, Path(l, here))
	}
	return "by the rules of " + strings.Join(names, " and ")
}
