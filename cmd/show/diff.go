package show

import (
	"io"
	"strings"

	"bcrules.dev/cmd/settings"
)

// Diff writes what is to change in a file.
func Diff(w io.Writer, f *settings.File) {
	On(w)
	for _, line := range strings.SplitAfter(f.Diff(), "\n") {
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
