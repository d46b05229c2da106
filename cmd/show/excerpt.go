package show

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/files"
	"bcrules.dev/rules"

	"github.com/jedib0t/go-pretty/v6/text"
)

// excerpt returns the line of a rule file with marks below the token at col, in at most width
// columns; "" if the line can't be read.
func excerpt(file string, line, col, width int, mark Look) string {
	source, ok := lineOf(file, line)
	if !ok || col < 1 || col > len(source)+1 {
		return ""
	}
	before, rest := Printable(untabbed(source[:col-1])), Printable(untabbed(source[col-1:]))
	marked := max(1, utf8.RuneCountInString(Printable(token.FindString(source[col-1:]))))
	gutter := "   " + Faint.Sprint("│") + " "
	room := max(width-len("   │ "), leastExcerpt)
	if over := min(utf8.RuneCountInString(before)-room/2, utf8.RuneCountInString(before+rest)-room); over > 0 {
		before = "…" + string([]rune(before)[over+1:])
	}
	shown := text.Snip(before+rest, room, "…")
	marks := strings.Repeat("^", min(marked, max(1, room-utf8.RuneCountInString(before))))
	return gutter + shown + "\n" + gutter + strings.Repeat(" ", text.StringWidthWithoutEscSequences(before)) + mark.Sprint(marks) + "\n"
}

// leastExcerpt is the minimum width of an excerpt on a narrow terminal, in columns.
const leastExcerpt = 20

// token matches what a position in a rule file points at: a name, a one-line string, or operators.
var token = regexp.MustCompile(`^(#*"[^"]*"#*|'[^']*'|[\pL\pN_$]+|[=!<>&|~?:+]+)`)

// untabbed expands tabs to a fixed width.
func untabbed(line string) string { return strings.ReplaceAll(line, "\t", "    ") }

// lineOf returns line n of a file, from 1; packs of this program included.
func lineOf(file string, n int) (string, bool) {
	data, err := Source(file)
	lines := strings.Split(string(data), "\n")
	if err != nil || n < 1 || n > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[n-1], "\r"), true
}

// Source returns the content of a file; packs of this program included.
func Source(file string) ([]byte, error) {
	if pack, ok := strings.CutPrefix(file, rules.Path+"/"); ok {
		return fs.ReadFile(rules.FS, path.Clean(pack))
	}
	return files.Read(files.At(filepath.FromSlash(file)))
}
