package show

import (
	"io"
	"strings"
)

// Diff writes a unified diff in colour.
func Diff(w io.Writer, diff string) {
	On(w)
	for _, line := range strings.SplitAfter(diff, "\n") {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "+"):
			line = strings.Replace(line, text, Good.Sprint(text), 1)
		case strings.HasPrefix(line, "-"):
			line = strings.Replace(line, text, Bad.Sprint(text), 1)
		}
		io.WriteString(w, line)
	}
}
