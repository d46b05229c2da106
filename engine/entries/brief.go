package entries

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Brief says how to summarise entries.
type Brief struct {
	Kinds  []string // to include, gravest first
	Items  int      // per kind, at most
	Tight  []int    // per kind, at most, if over the budget
	Chars  int      // per item, at most
	Tokens int      // the budget; a token is four characters
	Head   string   // first line
}

// Write returns a summary of the entries, a line for each kind; "" if there is nothing to say. It
// reads no more of them than it needs. Over the budget it includes fewer of each kind, and then
// drops items from the end of the last kind upwards until it fits.
func (b Brief) Write(entries iter.Seq[Entry]) string {
	lists, seen := make([][]string, len(b.Kinds)), make([]map[string]bool, len(b.Kinds))
	room := len(b.Kinds) * max(b.Items, 0)
	for e := range entries {
		if room == 0 {
			break
		}
		i := slices.Index(b.Kinds, e.Kind)
		if i < 0 || len(lists[i]) >= b.Items || seen[i][e.same()] {
			continue
		}
		if seen[i] == nil {
			seen[i] = map[string]bool{}
		}
		seen[i][e.same()] = true
		lists[i] = append(lists[i], b.shorten(e.Text))
		room--
	}
	if b.fits(lists) {
		return b.lines(lists)
	}
	for i := range lists {
		if i < len(b.Tight) {
			lists[i] = lists[i][:min(len(lists[i]), b.Tight[i])]
		}
	}
	for i := len(lists) - 1; i >= 0; i-- {
		for len(lists[i]) > 0 && !b.fits(lists) {
			lists[i] = lists[i][:len(lists[i])-1]
		}
	}
	return b.lines(lists)
}

func (b Brief) shorten(s string) string {
	const dots = "..."
	if b.Chars <= len(dots) || utf8.RuneCountInString(s) <= b.Chars {
		return s
	}
	return cut(s, b.Chars-len(dots)) + dots
}

func (b Brief) fits(lists [][]string) bool {
	return b.Tokens <= 0 || (utf8.RuneCountInString(b.lines(lists))+3)/4 <= b.Tokens
}

func (b Brief) lines(lists [][]string) string {
	var lines []string
	for i, list := range lists {
		if len(list) > 0 {
			lines = append(lines, b.Kinds[i]+" "+strings.Join(list, "|"))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	if b.Head != "" {
		lines = append([]string{b.Head}, lines...)
	}
	return strings.Join(lines, "\n")
}
