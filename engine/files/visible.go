package files

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// What comes from names of files may steer who shows it: a terminal, or an agent that passes a
// message on. It is shown as it is spelt: ESC is ␛, a change of direction <U+202E>, a byte that is
// no text <9B>.

// Visible returns a text, such as a path, as one line in which no character steers.
func Visible(text string) string { return visible(text, "") }

// VisibleLines is Visible for a text that may have lines and tabs.
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

// selects reports whether a character chooses a variant of the one before it, as of a sign its
// picture, and is nothing by itself.
func selects(r rune) bool { return r >= '\uFE00' && r <= '\uFE0F' }

// Spelt returns a character as Visible shows it after another, 0 at the beginning: what chooses a
// variant is seen as that, and of ASCII there is none.
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
