package effects

import (
	"cmp"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A naming gathers the paths that words of commands may name, beside the files whose use is known.
// The caller finds out which of them exist.
type naming struct {
	paths  []string  // absolute
	untold []string  // as written: patterns, and paths with unknown parts
	may    []Command // commands that may run files of the project without naming them
}

// of adds what a command's words may name.
func (n *naming) of(s started, c Command) {
	at := s.Call.Site(s.around.Site)
	if at.Host != "" {
		return
	}
	language, code, _ := s.Language()
	inline := slices.ContainsFunc(s.Flags, func(f programs.Flag) bool { return slices.Contains(code, f.Name) })
	if !c.Dry && c.Known && !strings.ContainsAny(c.Path, `/\`) && (!c.Familiar || s.Builds() && !c.Looks && !inline) {
		n.may = append(n.may, c)
	}
	switch {
	case !c.Familiar && !strings.ContainsAny(c.Path, `/\`):
		for _, w := range s.words[1:] {
			if w.Glob && strings.ContainsAny(w.Text, "*?[") {
				n.untold = append(n.untold, w.Text)
			} else {
				n.word(at, w.Text)
			}
		}
	case language != "":
		n.flags(at, s.Flags, code)
	case c.Familiar:
		for _, w := range s.Unclear() {
			if n.add(at, w.Text); !strings.ContainsAny(w.Text, " \t\n") { // else it is a text
				n.field(at, w.Text)
			}
		}
	}
	for name, value := range c.Env {
		n.variable(at, c.Path, name, value)
	}
}

// flags adds the values of an interpreter's flags, except code; and the module that python -m runs,
// which is looked for in the current folder first.
func (n *naming) flags(at programs.Site, given []programs.Flag, code []string) {
	for _, f := range given {
		switch {
		case len(f.Command()) > 0:
			n.module(at, f.Command()[0].Text)
		case f.Valued && !slices.Contains(code, f.Name):
			n.word(at, f.Value.Text)
		}
	}
}

// module adds the files that a Python module may consist of: each package on its path, with what it
// runs first. See https://docs.python.org/3/using/cmdline.html#cmdoption-m.
func (n *naming) module(at programs.Site, name string) {
	path := ""
	for part := range strings.SplitSeq(name, ".") {
		path += part
		n.add(at, path)
		n.add(at, path+".py")
		n.add(at, path+"/__init__.py")
		path += "/"
	}
	n.add(at, path+"__main__.py")
}

// variable adds what a variable may name; for PATH also the program's file in each of its folders.
func (n *naming) variable(at programs.Site, program, name, value string) {
	if name != "PATH" {
		n.word(at, value)
		return
	}
	for dir := range strings.SplitSeq(value, ":") {
		dir = cmp.Or(dir, ".")
		n.half(dir)
		n.add(at, dir)
		if !strings.ContainsAny(program, `/\`) {
			n.add(at, dir+"/"+program)
		}
	}
}

// word adds what a word may name: the whole word, and its parts between spaces and signs, without
// the dash and the letter of a flag. A URL names nothing here.
func (n *naming) word(at programs.Site, text string) {
	n.add(at, text)
	for field := range strings.FieldsSeq(text) {
		n.field(at, field)
	}
}

// field adds what a word without spaces may name.
func (n *naming) field(at programs.Site, text string) {
	if strings.Contains(text, "://") {
		return
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("=,:;", r) }) {
		n.half(part)
		if n.add(at, strings.TrimLeft(part, "@")); len(part) > 2 && part[0] == '-' && part[1] != '-' {
			n.add(at, part[2:])
		}
	}
}

// half records a path with unknown parts. A wholly unknown one is taken for data, or in PATH for
// the PATH there was before.
func (n *naming) half(text string) {
	known := ""
	for rest := text; rest != ""; {
		before, after, _ := strings.Cut(rest, "${")
		known += before
		_, rest, _ = strings.Cut(after, "}")
	}
	if len(known) < len(text) && strings.Contains(known, "/") && len(n.untold) < maxList {
		n.untold = append(n.untold, text)
	}
}

// add adds a path, if all of it is known and it can be one.
func (n *naming) add(at programs.Site, text string) {
	const most = 1 << 10 // bytes
	if text == "" || len(text) > most || text[0] == '-' || strings.Contains(text, "://") || strings.ContainsAny(text, "$*?[\n") || len(n.paths) >= maxList {
		return
	}
	if path, known := at.Absolute(word{Text: text, Known: true}); known {
		n.paths = append(n.paths, path)
	}
}
