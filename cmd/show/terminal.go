package show

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/list"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// A Screen is where a command writes.
type Screen struct {
	Piped    bool // no terminal: what reads it may be a program
	Terminal bool // one that draws
	Colour   bool
	Width    int // columns; plainWidth where there is no terminal
}

// plainWidth is how wide text is where there is no terminal, columns.
const plainWidth = 80

// On says what is behind a writer, and lets looks show if it takes them.
func On(w io.Writer) Screen {
	colours = false
	f, ok := w.(interface{ Fd() uintptr }) // a file, or an Output
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return Screen{Piped: true, Width: plainWidth}
	}
	s := Screen{Terminal: os.Getenv("TERM") != "dumb", Width: plainWidth}
	s.Colour = s.Terminal && os.Getenv("NO_COLOR") == ""
	colours = s.Colour
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		s.Width = width
	}
	return s
}

// tree returns a list of nested lines.
func (s Screen) tree() list.Writer {
	l := list.NewWriter()
	if s.Terminal {
		l.SetStyle(list.StyleConnectedLight)
	} else {
		l.SetStyle(list.Style{CharItemVertical: "  ", CharNewline: "\n", Format: text.FormatDefault})
	}
	return l
}

// undented returns the lines of a tree without the space that stands for a bullet
// in one that has none.
func undented(tree string) string {
	if !strings.HasPrefix(tree, " ") {
		return tree
	}
	return strings.ReplaceAll(tree[1:], "\n ", "\n")
}

// Note writes a sentence for people that is none of a command's results: on a terminal
// its words go on below.
func Note(w io.Writer, text string) {
	io.WriteString(w, On(w).Indented("bcrules: "+text, ""))
}

// Indented puts an indent before the lines of a text, which on a terminal go on below
// where they are too long.
func (s Screen) Indented(body, indent string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(body, "\n") {
		words := strings.TrimLeft(line, " ")
		lead := indent + line[:len(line)-len(words)]
		if !s.Piped && text.StringWidthWithoutEscSequences(lead+words) > s.Width {
			words = wrapped(words, max(leastWidth, s.Width-len(lead)))
		}
		for part := range strings.SplitSeq(words, "\n") {
			b.WriteString(strings.TrimRight(lead+part, " ") + "\n")
		}
	}
	return b.String()
}

// wrapped breaks a line between its words. Styles go on below, and end where they end.
func wrapped(line string, width int) string {
	var b strings.Builder
	at := 0
	for word := range strings.SplitSeq(line, " ") { // so that several stay several
		n := text.StringWidthWithoutEscSequences(word)
		switch {
		case at > 0 && at+1+n > width:
			b.WriteByte('\n')
			at = 0
		case b.Len() > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}

// Count is a number with the noun it counts.
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// JSON writes a value for tools.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(ForTools(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
