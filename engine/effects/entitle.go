package effects

import (
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// entitle adds files whose rights or owner a call changes. In Ruby and Perl the mode or the
// owner stands before them.
func (d *doer) entitle(does action, args []word) {
	file, to := args[:1], word{}
	switch {
	case isNumber(args[0]) && len(args) > 1:
		to, file = args[0], args[len(args)-1:]
	case len(args) > 1:
		to = args[1]
	}
	rights := ""
	switch {
	case does == owners && isNumber(to):
		rights = programs.Lost
	case does == modes:
		rights = programs.ByMode(octal(to))
	}
	f := d.file("mode", file[0], false)
	f.Rights = rights
	d.add(f, file[0])
}

// isNumber reports whether a word is a number as code writes it.
func isNumber(w word) bool { return w.Known && w.Text != "" && digit(w.Text[0]) }

// octal returns a mode as chmod takes it: code has 0o700, 0700 and 448 for one.
func octal(w word) word {
	if w.Text == "" || w.Text[0] == '0' || !isNumber(w) {
		return w
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(w.Text, "_", ""), 10, 16)
	if err != nil {
		return word{}
	}
	return w.With(strconv.FormatUint(n, 8))
}
