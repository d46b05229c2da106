package programs

import (
	"slices"
	"strings"
)

// find, and fd, which is like it except for a pattern that stands before the folders.

// finds marks the folders that find searches, and what it deletes.
func finds(t *toucher, operands []Word) {
	t.usual(operands)
	switch {
	case !t.Has("delete") || t.empties():
	case !slices.Contains(t.names(), "*"):
		t.operandsBy("delete/**...", t.findable())
	default:
		t.operandsBy("[delete/**...]", operands)
	}
}

// empties reports whether only empty files and folders are found.
func (c Call) empties() bool { return c.Has("empty") && !c.Has("not", "o", "or", ",") }

// isFd reports whether the program is fd, whose first operand is a pattern.
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
			list = append(list, Run{Words: inner, Via: via, Many: true})
		}
	}
	return list, list != nil
}

// findable returns what find may find, as a pattern for each folder and name: FOLDER/**/NAME;
// FOLDER/NAME if it doesn't go deeper or leaves out what is hidden; FOLDER/* if it asks for no
// name.
func (c Call) findable() []Word {
	folders := c.Operands
	if c.isFd() && len(folders) > 0 {
		folders = folders[1:]
	}
	if len(folders) == 0 {
		folders = []Word{here}
	}
	flat := false
	for i, f := range c.Flags {
		if f.Name == "maxdepth" && f.Value.Text == "0" {
			return folders
		}
		spares := i > 0 && c.Flags[i-1].Name == "not" && strings.HasSuffix(f.Name, "path") && strings.Contains(f.Value.Text, "/.")
		flat = flat || spares || f.Name == "maxdepth" && f.Value.Text == "1"
	}
	var list []Word
	for _, v := range folders {
		for _, name := range c.names() {
			found := v
			if name != "*" && !flat {
				name = "**/" + name
			}
			found.Text, found.Glob = strings.TrimRight(v.Text, "/")+"/"+name, true
			list = append(list, found)
		}
	}
	return list
}

// names returns the names that find deletes, prints or runs something for: the last name of each
// alternative, or "*" if one of them asks for none. What is only pruned doesn't count, and an
// excluded path leaves the name as it is.
func (c Call) names() (names []string) {
	name, pruned := "", false
	for i, f := range c.Flags {
		switch f.Name {
		case "name", "iname", "path", "ipath", "wholename":
			found := base(f.Value.Text)
			if f.Name[0] == 'i' {
				found = strings.ToLower(found)
			}
			if (i == 0 || c.Flags[i-1].Name != "not") && (name == "" || found != "*") {
				name = found
			}
		case "prune":
			pruned = true
		case "not":
			if c.excludes(i + 1) {
				continue
			}
			return []string{"*"}
		case ",":
			return []string{"*"}
		case "o", "or":
			if pruned {
				name, pruned = "", false
				continue
			}
			if name == "" {
				return []string{"*"}
			}
			names, name = append(names, name), ""
		}
		if f.Name == "delete" || len(f.words) > 0 {
			return named(names, name)
		}
	}
	return named(names, name)
}

// excludes reports whether the negated flag at i is about a path, and no group of tests is negated.
func (c Call) excludes(i int) bool {
	for k, w := range c.words[:len(c.words)-1] {
		if (w.Text == "-not" || w.Text == "!") && c.words[k+1].Text == "(" {
			return false
		}
	}
	return i < len(c.Flags) && strings.HasSuffix(c.Flags[i].Name, "path")
}

// named returns names with one more; "*" alone if that is empty.
func named(names []string, name string) []string {
	if name == "" {
		return []string{"*"}
	}
	return append(names, name)
}

// foundText returns what find prints: patterns of what it may find.
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
