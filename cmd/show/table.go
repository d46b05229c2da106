package show

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// gap separates columns on a terminal.
const gap = "  "

// A List is a table whose rows may be added one by one, a line each. Its first column is a name and
// is never shortened. On a terminal, the others are shortened so that a row fits, and the last are
// dropped if there is no room, so the most important columns come first. Elsewhere nothing is
// shortened, and columns are separated by tabs.
type List struct {
	on      Screen
	names   []string
	numbers []int // columns of numbers, from 1
	widths  []int // of the widest cells so far; nil before the first
}

// List returns an empty list with these columns.
func (s Screen) List(names []string, numbers ...int) *List {
	return &List{on: s, names: names, numbers: numbers}
}

// Add returns the lines of rows, preceded the first time by the column names.
func (l *List) Add(rows ...[]string) string {
	if l.widths == nil {
		l.widths = make([]int, len(l.names))
		rows = append([][]string{heads(l.names...)}, rows...)
	}
	for _, r := range rows {
		for i, cell := range r {
			r[i] = Printable(cell)
			l.widths[i] = max(l.widths[i], text.StringWidthWithoutEscSequences(r[i]))
		}
	}
	if l.on.Piped {
		var b strings.Builder
		for _, r := range rows {
			b.WriteString(strings.Join(r, "\t") + "\n")
		}
		return b.String()
	}
	var configs []table.ColumnConfig
	for i, width := range l.fit() {
		configs = append(configs, table.ColumnConfig{Number: i + 1, Hidden: width == 0, WidthMin: width, WidthMax: width, WidthMaxEnforcer: cut})
	}
	for _, n := range l.numbers {
		configs[n-1].Align = text.AlignRight
	}
	return columns(rows, configs)
}

// cut shortens a cell that is too wide.
func cut(cell string, width int) string { return text.Snip(cell, width, "…") }

// End shortens a path to its end, the most telling part.
func End(path string, width int) string {
	if r := []rune(path); len(r) > width {
		return "…" + string(r[len(r)-width+1:])
	}
	return path
}

// Table returns a complete list; numbers are the columns of numbers, from 1.
func (s Screen) Table(names []string, rows [][]string, numbers ...int) string {
	return s.List(names, numbers...).Add(rows...)
}

// Telling returns a table of the wanted columns, in order. It drops those after the fourth that are
// the same in every row.
func (s Screen) Telling(names []string, rows [][]string, wanted ...string) string {
	if len(rows) == 0 {
		return ""
	}
	var shown []string
	out := make([][]string, len(rows))
	for n, name := range wanted {
		i := slices.Index(names, name)
		if n >= kept && !slices.ContainsFunc(rows, func(r []string) bool { return r[i] != rows[0][i] }) {
			continue
		}
		shown = append(shown, name)
		for j, r := range rows {
			out[j] = append(out[j], r[i])
		}
	}
	return s.Table(shown, out)
}

// kept is the number of columns that are never dropped.
const kept = 4

// share limits each column after the first to that fraction of the terminal's width, so that the
// columns after it get room; leastWidth is the minimum useful width of a text.
const share, leastWidth = 4, 6

// fit returns the column widths on the terminal; 0 drops a column. Room that is left goes to the
// first columns that need it.
func (l *List) fit() []int {
	fitted := make([]int, len(l.widths))
	fitted[0] = l.widths[0]
	room := l.on.Width - fitted[0]
	for i, width := range l.widths[1:] {
		width = min(width, l.on.Width/share)
		if rest := room - len(gap); width > rest && rest >= leastWidth && !slices.Contains(l.numbers, i+2) {
			width = rest
		} else if width > rest {
			break
		}
		fitted[i+1] = width
		room -= width + len(gap)
	}
	for i := range fitted {
		if fitted[i] > 0 {
			more := max(0, min(l.widths[i]-fitted[i], room))
			fitted[i] += more
			room -= more
		}
	}
	return fitted
}

// Whole returns a table without shortened cells: on a narrow terminal the widest columns wrap,
// between words if those fit.
func (s Screen) Whole(names []string, rows [][]string) string {
	if s.Piped {
		return s.Table(names, rows)
	}
	return s.Wrapped(append([][]string{heads(names...)}, rows...))
}

// Wrapped returns aligned rows; on a terminal they wrap as in Whole.
func (s Screen) Wrapped(rows [][]string) string {
	if s.Piped || len(rows) == 0 {
		return Columns(rows)
	}
	widths, words := make([]int, len(rows[0])), make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			cell = Printable(cell)
			widths[i] = max(widths[i], text.StringWidthWithoutEscSequences(cell))
			for _, word := range strings.Fields(cell) {
				words[i] = max(words[i], text.StringWidthWithoutEscSequences(word))
			}
		}
	}
	over := len(gap)*(len(widths)-1) - s.Width
	for _, w := range widths {
		over += w
	}
	for ; over > 0; over-- {
		widths[widest(widths, words)]--
	}
	var configs []table.ColumnConfig
	for i, w := range widths {
		configs = append(configs, table.ColumnConfig{Number: i + 1, WidthMax: max(1, w), WidthMaxEnforcer: text.WrapSoft})
	}
	return columns(rows, configs)
}

// widest returns the widest column, preferring those wider than their longest word.
func widest(widths, words []int) int {
	found, loose := 0, false
	for i, w := range widths {
		if l := w > words[i]; l && !loose || l == loose && w > widths[found] {
			found, loose = i, l
		}
	}
	return found
}

// heads formats the names of columns.
func heads(names ...string) []string {
	var all []string
	for _, name := range names {
		all = append(all, Bold.Sprint(strings.ToUpper(name)))
	}
	return all
}

// Columns returns aligned rows; numbers are the columns aligned right, from 1.
func Columns(rows [][]string, numbers ...int) string {
	var configs []table.ColumnConfig
	for _, n := range numbers {
		configs = append(configs, table.ColumnConfig{Number: n, Align: text.AlignRight})
	}
	return columns(rows, configs)
}

func columns(rows [][]string, configs []table.ColumnConfig) string {
	t := table.NewWriter()
	t.SetStyle(table.Style{Name: "columns", Box: table.BoxStyle{PaddingRight: gap}, Options: table.OptionsNoBordersAndSeparators})
	t.SuppressTrailingSpaces()
	t.SetColumnConfigs(configs)
	for _, r := range rows {
		var cells table.Row
		for _, c := range r {
			cells = append(cells, Printable(c))
		}
		t.AppendRow(cells)
	}
	return t.Render() + "\n"
}
