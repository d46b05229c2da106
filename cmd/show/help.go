package show

import (
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// fullLine is how long, in columns, a line of a help text would be with the next one's
// first word if it ended because it was full, and not because something ended.
const fullLine = 78

// cells is a row of a help text: what something is called, and what is said of it.
var cells = regexp.MustCompile(`^( *\S+(?: \S+)* {2,})\S`)

// Help returns a help text so that it fits a terminal: paragraphs with a line that is
// too long are filled anew, and rows go on below what they say. What fits stays as it
// was written, and so does all where there is no terminal.
func (s Screen) Help(body string) string {
	if s.Piped {
		return body
	}
	var b strings.Builder
	lines := strings.Split(body, "\n")
	for len(lines) > 0 {
		n := together(lines)
		b.WriteString(s.filled(lines[:n]))
		if lines = lines[n:]; len(lines) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// together returns how many of the first lines are one paragraph or row.
func together(lines []string) int {
	_, below := margins(lines[0])
	n := 1
	for n < len(lines) {
		lead, _ := margins(lines[n])
		first, _, _ := strings.Cut(strings.TrimLeft(lines[n], " "), " ")
		full := text.StringWidthWithoutEscSequences(lines[n-1]+" "+first) > fullLine
		if first == "" || lead != below || cells.MatchString(lines[n]) || !full && !cells.MatchString(lines[0]) {
			break
		}
		n++
	}
	return n
}

// margins returns the columns at which a line begins, and at which one begins that goes
// on with it.
func margins(line string) (lead, below int) {
	lead = len(line) - len(strings.TrimLeft(line, " "))
	if m := cells.FindStringSubmatch(line); m != nil {
		return lead, text.StringWidthWithoutEscSequences(m[1])
	}
	return lead, lead
}

// filled returns the lines of a paragraph or row, filled anew if one is too long.
func (s Screen) filled(lines []string) string {
	fits := true
	for _, l := range lines {
		fits = fits && text.StringWidthWithoutEscSequences(l) <= s.Width
	}
	if fits {
		return strings.Join(lines, "\n")
	}
	_, below := margins(lines[0])
	begin := lines[0][:below]
	if rest := s.Width / 2; below > rest { // little room beside what it is called
		lead, _ := margins(lines[0])
		below, begin = lead, lines[0][:lead]
	}
	words := strings.Join(strings.Fields(lines[0][len(begin):]+" "+strings.Join(lines[1:], " ")), " ")
	return begin + strings.ReplaceAll(wrapped(words, max(leastWidth, s.Width-below)), "\n", "\n"+strings.Repeat(" ", below))
}
