package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/list"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// dress sets how text for people looks on w: colours and lines on a terminal,
// without colours where NO_COLOR is set (no-color.org), and plain columns and
// indents for a file or a pipe. It reports whether w is a terminal.
func dress(w io.Writer) bool {
	f, ok := w.(*os.File)
	terminal := ok && term.IsTerminal(int(f.Fd()))
	if terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		text.EnableColors()
	} else {
		text.DisableColors()
	}
	return terminal
}

// tree returns a list of nested lines in the style that w asks for.
func tree(w io.Writer) list.Writer {
	l := list.NewWriter()
	if dress(w) {
		l.SetStyle(list.StyleConnectedLight)
	} else {
		l.SetStyle(list.Style{CharItemVertical: "  ", CharNewline: "\n", Format: text.FormatDefault})
	}
	return l
}

// undented returns lines without the space that stands for a bullet in a tree
// that has none.
func undented(tree string) string {
	if !strings.HasPrefix(tree, " ") {
		return tree
	}
	return strings.ReplaceAll(tree[1:], "\n ", "\n")
}

// columns returns rows with their cells below one another.
func columns(rows [][]string) string {
	t := table.NewWriter()
	t.SetStyle(table.Style{Name: "columns", Box: table.BoxStyle{PaddingRight: "  "}, Options: table.OptionsNoBordersAndSeparators})
	t.SuppressTrailingSpaces()
	for _, r := range rows {
		t.AppendRow(row(r))
	}
	return t.Render() + "\n"
}

func row(cells []string) table.Row {
	var r table.Row
	for _, c := range cells {
		r = append(r, c)
	}
	return r
}

// writeJSON writes a value for tools.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
