package show

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/list"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// A Screen is where a command writes.
type Screen struct {
	Terminal bool
	Colour   bool
	Width    int // columns; plainWidth where there is no terminal
}

// plainWidth is how wide text is where there is no terminal, columns.
const plainWidth = 80

// On says what is behind a writer, and lets looks show if it takes them.
func On(w io.Writer) Screen {
	colours = false
	f, ok := w.(interface{ Fd() uintptr }) // a file, or an Output
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return Screen{Width: plainWidth}
	}
	s := Screen{Terminal: true, Colour: os.Getenv("NO_COLOR") == "", Width: plainWidth}
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

// Count is a number with the noun it counts.
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Table returns rows under the names of their columns; columns named by number,
// from 1, hold numbers. On a terminal that is too narrow the widest columns are
// wrapped.
func (s Screen) Table(names []string, rows [][]string, numbers ...int) string {
	heads := strings.Split(strings.ToUpper(strings.Join(names, "\n")), "\n")
	if !s.Terminal {
		return Columns(append([][]string{heads}, rows...), numbers...)
	}
	widths := make([]int, len(names))
	for _, r := range append(rows, heads) {
		for i, cell := range r {
			widths[i] = max(widths[i], text.StringWidthWithoutEscSequences(Printable(cell)))
		}
	}
	t := table.NewWriter()
	t.SetStyle(table.StyleRounded)
	t.Style().Format.Header = text.FormatDefault
	configs := s.fit(widths)
	for _, n := range numbers {
		configs[n-1].Align, configs[n-1].AlignHeader = text.AlignRight, text.AlignRight
	}
	t.SetColumnConfigs(configs)
	for i := range heads {
		heads[i] = Bold.Sprint(heads[i])
	}
	t.AppendHeader(row(heads))
	for _, r := range rows {
		t.AppendRow(row(r))
	}
	return t.Render() + "\n"
}

// leastWidth is what a column keeps on a narrow terminal.
const leastWidth = 6

// fit takes from the widest columns until all of them fit the terminal with a
// line and padding each.
func (s Screen) fit(widths []int) []table.ColumnConfig {
	over := 1 - s.Width
	for _, w := range widths {
		over += w + 3
	}
	for ; over > 0; over-- {
		if widest := slices.Max(widths); widest > leastWidth {
			widths[slices.Index(widths, widest)]--
		}
	}
	var all []table.ColumnConfig
	for i, w := range widths {
		all = append(all, table.ColumnConfig{Number: i + 1, WidthMax: w, WidthMaxEnforcer: text.WrapSoft})
	}
	return all
}

// Columns returns rows with their cells below one another; columns named by
// number, from 1, end below one another.
func Columns(rows [][]string, numbers ...int) string {
	t := table.NewWriter()
	t.SetStyle(table.Style{Name: "columns", Box: table.BoxStyle{PaddingRight: "  "}, Options: table.OptionsNoBordersAndSeparators})
	t.SuppressTrailingSpaces()
	var configs []table.ColumnConfig
	for _, n := range numbers {
		configs = append(configs, table.ColumnConfig{Number: n, Align: text.AlignRight})
	}
	t.SetColumnConfigs(configs)
	for _, r := range rows {
		t.AppendRow(row(r))
	}
	return t.Render() + "\n"
}

func row(cells []string) table.Row {
	var r table.Row
	for _, c := range cells {
		r = append(r, Printable(c))
	}
	return r
}

// JSON writes a value for tools.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(ForTools(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
