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

// What comes from files, names, events and folders may hold what a terminal obeys: it
// erases lines, writes over others, turns the direction of text. All that a command says
// goes through an Output, which shows such characters instead: ESC is ␛, a change of
// direction <U+202E>, a byte that is no text <9B>. What is not to begin a line of its own
// is made Printable before. A Look is how the commands themselves get colours through.

// An Output cleans what is written to it.
type Output struct {
	to io.Writer
	cleaner
	rest []byte // the beginning of a character or look that has not ended
}

// Cleaned returns what writes to w with nothing in it that steers a terminal but the
// looks of this process.
func Cleaned(w io.Writer) *Output { return &Output{to: w, cleaner: cleaner{spell: true}} }

func (o *Output) Write(b []byte) (int, error) {
	text := append(o.rest, b...)
	whole := len(text) - unfinished(text)
	o.rest = slices.Clone(text[whole:])
	_, err := io.WriteString(o.to, o.cleaner.clean(string(text[:whole])))
	return len(b), err
}

// Fd is the file behind an output, that of no file if there is none: who asks whether
// this is a terminal asks it.
func (o *Output) Fd() uintptr {
	if f, ok := o.to.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// behind is what an output writes to, as who draws on a terminal needs it.
func behind(w io.Writer) io.Writer {
	if o, ok := w.(*Output); ok {
		return o.to
	}
	return w
}

// unfinished is how many bytes at the end of a text may be the beginning of a character
// or look.
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

// Plain shows a text as an Output does, for those who need to know how wide it is.
func Plain(text string) string { return new(cleaner).clean(text) }

// Printable is Plain for a text that is to stay on its line.
func Printable(text string) string {
	c := cleaner{line: true}
	return c.clean(text)
}

// A cleaner makes visible what steers, but for looks of this process.
type cleaner struct {
	line  bool // breaks of lines and tabs are shown, too
	spell bool // looks become what terminals know them as
	open  bool // after a look that has not ended
	after rune // the character before
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

// ForTools returns what writes JSON to w in which no character steers.
func ForTools(w io.Writer) io.Writer { return tools{w} }

type tools struct{ to io.Writer }

func (t tools) Write(b []byte) (int, error) {
	_, err := t.to.Write(files.Escaped(b))
	return len(b), err
}
