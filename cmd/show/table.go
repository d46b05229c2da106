package show

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// gap parts columns on a terminal.
const gap = "  "

// A List is a table whose rows may come one after another, a line each. Its first
// column is a name and stays whole. On a terminal the others are cut so that a row
// fits, and the last are left out where there is no room: the most telling columns
// come first. Elsewhere nothing is cut and tabs part the columns.
type List struct {
	on      Screen
	names   []string
	numbers []int // columns that hold numbers, from 1
	widths  []int // of the widest cells so far; nil before the first
}

// List returns one of these columns without rows.
func (s Screen) List(names []string, numbers ...int) *List {
	return &List{on: s, names: names, numbers: numbers}
}

// Add returns the lines of rows, after the first line with the names of the columns.
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

// End shortens a path that is too wide to its end, which says most.
func End(path string, width int) string {
	if r := []rune(path); len(r) > width {
		return "…" + string(r[len(r)-width+1:])
	}
	return path
}

// Table returns a list that is complete; columns named by number, from 1, hold numbers.
func (s Screen) Table(names []string, rows [][]string, numbers ...int) string {
	return s.List(names, numbers...).Add(rows...)
}

// Telling returns a table of the columns that are named, in their order: of those after the
// fourth the ones that don't say the same in each row.
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

// kept is how many columns of a table stay, whatever they say.
const kept = 4

// share is the part of a terminal's width that a column after the first takes before
// those after it have room; leastWidth is what is worth showing of a text.
const share, leastWidth = 4, 6

// fit returns how wide columns are on the terminal; 0 is one that is left out. What
// a share leaves is for the first of those that are wider.
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

// Whole returns a table in which nothing is cut: on a terminal that is too narrow the
// widest columns go on below, in the middle of no word that fits.
func (s Screen) Whole(names []string, rows [][]string) string {
	if s.Piped {
		return s.Table(names, rows)
	}
	return s.Wrapped(append([][]string{heads(names...)}, rows...))
}

// Wrapped returns rows of a page with their cells below one another, on a terminal as
// Whole does.
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

// widest returns which column is, of those that are wider than their words if there
// are such.
func widest(widths, words []int) int {
	found, loose := 0, false
	for i, w := range widths {
		if l := w > words[i]; l && !loose || l == loose && w > widths[found] {
			found, loose = i, l
		}
	}
	return found
}

// heads are the names of columns, as they stand above them.
func heads(names ...string) []string {
	var all []string
	for _, name := range names {
		all = append(all, Bold.Sprint(strings.ToUpper(name)))
	}
	return all
}

// Columns returns rows with their cells below one another; columns named by number,
// from 1, end below one another.
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
