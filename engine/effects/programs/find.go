package programs

import (
	"slices"
	"strings"
)

// What find does; fd is like it, but for a pattern that stands before the folders.

// finds marks the folders that find looks through, and what it deletes.
func finds(t *toucher, operands []Word) {
	t.usual(operands)
	switch {
	case !t.Has("delete"):
	case t.narrows():
		t.operandsBy("delete/**...", t.findable())
	default:
		t.operandsBy("[delete/**...]", operands)
	}
}

// isFd reports whether it is fd, whose first operand is a pattern.
func (c Call) isFd() bool { return strings.HasPrefix(c.program.operands, "text") }

// foundRuns returns the commands of -exec, for what may be found.
func foundRuns(c Call, _ Surroundings) (list []Run, only bool) {
	for _, f := range c.Flags {
		if len(f.words) == 0 {
			continue
		}
		via := c.Base + " -" + f.Name
		if c.isFd() {
			via = c.Base + " " + f.Spelt()
		}
		for _, path := range c.findable() {
			inner := replaceAll(f.words, "{}", path)
			if c.isFd() && !slices.ContainsFunc(f.words, func(v Word) bool { return strings.Contains(v.Text, "{") }) {
				inner = append(inner, path)
			}
			list = append(list, Run{Words: inner, Via: via})
		}
	}
	return list, list != nil
}

// findable returns what find may find, one pattern for each folder: that folder/*,
// or the last name it asks for in place of *.
func (c Call) findable() []Word {
	folders := c.Operands
	if c.isFd() && len(folders) > 0 {
		folders = folders[1:]
	}
	if len(folders) == 0 {
		folders = []Word{here}
	}
	name := "*"
	for _, f := range c.Flags {
		switch f.Name {
		case "name", "iname", "path", "ipath", "wholename":
			if last := base(f.Value.Text); last != "" && c.narrows() {
				name = last
			}
		case "maxdepth":
			if f.Value.Text == "0" {
				return folders
			}
		}
	}
	var list []Word
	for _, v := range folders {
		v.Text, v.Glob = strings.TrimRight(v.Text, "/")+"/"+name, true
		list = append(list, v)
	}
	return list
}

// narrows reports whether find is told a name that all has which it deletes, runs
// something for or prints.
func (c Call) narrows() bool {
	named := false
	for _, f := range c.Flags {
		switch f.Name {
		case "name", "iname", "path", "ipath", "wholename":
			named = true
		case "not", "o", "or", ",":
			return false
		case "delete":
			return named
		}
		if len(f.words) > 0 {
			return named
		}
	}
	return named
}

// foundText returns what find prints: the patterns of what it may find.
func foundText(c Call, _ []Word, _ Surroundings) (Word, bool) {
	end := "\n"
	for _, f := range c.Flags {
		switch f.Name {
		case "print0", "0":
			end = "\x00"
		case "printf", "ls", "fprint", "exec", "format", "list-details":
			return Word{}, false
		}
	}
	out := Word{Known: true}
	for _, v := range c.findable() {
		out = out.Plus(v).Plus(Word{Text: end, Known: true})
	}
	return out, true
}
