package show

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/files"
)

// Files, names, events and folders may contain characters that control a terminal: they erase
// lines, overwrite others, turn the direction of text. Everything a command prints goes through an
// Output, which spells such characters out: ESC as ␛, a change of direction as <U+202E>, an invalid
// byte as <9B>. Text that must stay on its line is made Printable first. Only Looks, the
// commands' own colours, get through.

// An Output cleans what is written to it.
type Output struct {
	to io.Writer
	cleaner
	rest []byte // the beginning of an incomplete character or look
}

// Cleaned returns an Output for w, which lets no control characters through except the looks of
// this process.
func Cleaned(w io.Writer) *Output { return &Output{to: w, cleaner: cleaner{spell: true}} }

func (o *Output) Write(b []byte) (int, error) {
	text := append(o.rest, b...)
	whole := len(text) - unfinished(text)
	o.rest = slices.Clone(text[whole:])
	_, err := io.WriteString(o.to, o.cleaner.clean(string(text[:whole])))
	return len(b), err
}

// Fd returns the descriptor of the underlying file, an invalid one if there is none. Terminal
// checks use it.
func (o *Output) Fd() uintptr {
	if f, ok := o.to.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// behind returns the writer under an Output, for libraries that draw on a terminal.
func behind(w io.Writer) io.Writer {
	if o, ok := w.(*Output); ok {
		return o.to
	}
	return w
}

// unfinished returns how many bytes at the end of a text may begin a character or look.
func unfinished(text []byte) int {
	if at := bytes.LastIndexByte(text, '\x1b'); at >= len(text)-longestLook && at >= 0 {
		if tail := string(text[at:]); len(tail) == 1 || strings.Trim(strings.TrimPrefix(tail, begin), "0123456789;") == "" {
			return len(tail)
		}
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			break
		}
	}
	return 0
}

// Plain cleans a text as an Output does, to measure its width.
func Plain(text string) string { return new(cleaner).clean(text) }

// Printable is like Plain, for a text that must stay on its line.
func Printable(text string) string {
	c := cleaner{line: true}
	return c.clean(text)
}

// A cleaner spells out characters that control a terminal, except looks of this process.
type cleaner struct {
	line  bool // spell out newlines and tabs too
	spell bool // write looks in the terminal's form
	open  bool // a look has begun but not ended
	after rune // the previous character
}

func (c *cleaner) clean(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		if n, codes := lookAt(text, c.open); n > 0 {
			c.open = codes != "0"
			if c.spell {
				b.WriteString(begin + codes + "m")
			} else {
				b.WriteString(text[:n])
			}
			text = text[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		if !c.line && (r == '\n' || r == '\t') {
			b.WriteRune(r)
		} else {
			b.WriteString(files.Spelt(text[:size], c.after))
		}
		text, c.after = text[size:], r
	}
	return b.String()
}

// ForTools returns a writer for JSON that escapes all characters that control a terminal.
func ForTools(w io.Writer) io.Writer { return tools{w} }

type tools struct{ to io.Writer }

func (t tools) Write(b []byte) (int, error) {
	_, err := t.to.Write(files.Escaped(b))
	return len(b), err
}
