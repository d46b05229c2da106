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

// A Screen describes where a command writes.
type Screen struct {
	Piped    bool // not a terminal, so the reader may be a program
	Terminal bool // a terminal that can draw
	Colour   bool
	Width    int // columns; plainWidth without a terminal
}

// plainWidth is the width of text without a terminal, in columns.
const plainWidth = 80

// On describes the screen behind a writer, and enables looks if it supports them.
func On(w io.Writer) Screen {
	colours = false
	f, ok := w.(interface{ Fd() uintptr }) // a file or an Output
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

// tree returns a writer of nested lines.
func (s Screen) tree() list.Writer {
	l := list.NewWriter()
	if s.Terminal {
		l.SetStyle(list.StyleConnectedLight)
	} else {
		l.SetStyle(list.Style{CharItemVertical: "  ", CharNewline: "\n", Format: text.FormatDefault})
	}
	return l
}

// undented removes the space that replaces a bullet from the lines of a tree.
func undented(tree string) string {
	if !strings.HasPrefix(tree, " ") {
		return tree
	}
	return strings.ReplaceAll(tree[1:], "\n ", "\n")
}

// Note writes a sentence that is not part of a command's results, wrapped on a terminal.
func Note(w io.Writer, text string) {
	io.WriteString(w, On(w).Indented("bcrules: "+text, ""))
}

// Indented indents the lines of a text, wrapped on a terminal.
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

// wrapped breaks a line between words. Looks continue on the next line.
func wrapped(line string, width int) string {
	var b strings.Builder
	at := 0
	for word := range strings.SplitSeq(line, " ") { // keeps repeated spaces
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

// Count returns a number with its noun.
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
