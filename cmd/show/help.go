package show

import (
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// fullLine is the width in columns from which a line of a help text counts as full. A line that
// would be shorter even with the next line's first word ends a paragraph.
const fullLine = 78

// cells matches a row of a help text: a term and its description.
var cells = regexp.MustCompile(`^( *\S+(?: \S+)* {2,})\S`)

// Help reflows a help text to fit a terminal: paragraphs with a line that is too long are refilled,
// and rows continue below their description. Text that fits, or is piped, is unchanged.
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

// together returns how many of the first lines form one paragraph or row.
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

// margins returns the columns at which a line and its continuation begin.
func margins(line string) (lead, below int) {
	lead = len(line) - len(strings.TrimLeft(line, " "))
	if m := cells.FindStringSubmatch(line); m != nil {
		return lead, text.StringWidthWithoutEscSequences(m[1])
	}
	return lead, lead
}

// filled returns the lines of a paragraph or row, refilled if one is too long.
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
	if rest := s.Width / 2; below > rest { // too little room beside the term
		lead, _ := margins(lines[0])
		below, begin = lead, lines[0][:lead]
	}
	words := strings.Join(strings.Fields(lines[0][len(begin):]+" "+strings.Join(lines[1:], " ")), " ")
	return begin + strings.ReplaceAll(wrapped(words, max(leastWidth, s.Width-below)), "\n", "\n"+strings.Repeat(" ", below))
}
