package files

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// File names may contain characters that steer a terminal, or an agent that passes a message on.
// They are shown spelt out: ESC as ␛, a change of direction as <U+202E>, an invalid byte as <9B>.

// Visible returns a text, such as a path, on one line with characters that steer spelt out.
func Visible(text string) string { return visible(text, "") }

// VisibleLines is Visible for a text that may have newlines and tabs.
func VisibleLines(text string) string { return visible(text, "\n\t") }

func visible(text, but string) string {
	if utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return Steers(r) || selects(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for after := rune(0); text != ""; {
		r, size := utf8.DecodeRuneInString(text)
		if strings.ContainsRune(but, r) && size == 1 {
			b.WriteRune(r)
		} else {
			b.WriteString(Spelt(text[:size], after))
		}
		text, after = text[size:], r
	}
	return b.String()
}

// selects reports whether a character is a variation selector, which only modifies the one before
// it.
func selects(r rune) bool { return r >= '\uFE00' && r <= '\uFE0F' }

// Spelt returns a character as Visible shows it after another (0 at the start). A variation
// selector is left as it is, except after ASCII, which has no variants.
func Spelt(char string, after rune) string {
	switch r, size := utf8.DecodeRuneInString(char); {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf("<%02X>", char[0])
	case !Steers(r) && (!selects(r) || after >= utf8.RuneSelf && !selects(after)):
		return char
	case r < ' ':
		return string('␀' + r)
	case r == '\x7f':
		return "␡"
	default:
		return fmt.Sprintf("<U+%04X>", r)
	}
}
