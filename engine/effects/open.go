package effects

import "strings"

// open adds a file that is opened for what the second argument says. In Perl a
// handle stands before that, and the file may be a command after |.
func (d *doer) open(args []word) {
	mode, how := args[min(1, len(args)-1)].Text, "read"
	switch {
	case len(args) > 1 && (strings.ContainsAny(mode, "wx+>") || mode == "a" || changing(mode)):
		how = "write"
	case len(args) == 1 && strings.HasPrefix(mode, "|"):
		d.runs([]word{args[0].With(mode[1:])})
		return
	}
	file := 0
	if d.l.says["handle"] != "" {
		file = min(2, len(args)-1)
	}
	if !strings.Contains(args[file].Text, "://") { // webbrowser.open
		d.touch(how, args[file], false)
	}
}

// texts returns the texts among tokens, such as flags that are joined.
func texts(list []token) string {
	var names []string
	for _, t := range list {
		names = append(names, t.text)
	}
	return strings.Join(names, " ")
}

// changing reports whether flags of open(2), as names, are of one who changes the file.
func changing(flags string) bool {
	for _, name := range [...]string{"O_WRONLY", "O_RDWR", "O_APPEND", "O_TRUNC", "O_CREAT"} {
		if strings.Contains(flags, name) {
			return true
		}
	}
	return false
}
