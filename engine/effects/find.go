package effects

import (
	"slices"
	"strings"
)

// found runs the commands of find -exec for what it may find.
func (a *analysis) found(f *frame, w *world, s arguments, env []setting) (ran bool) {
	for _, g := range s.flags {
		if len(g.words) == 0 {
			continue
		}
		via := s.base + " " + spelt(g.name)
		if s.base == "find" {
			via = "find -" + g.name
		}
		for _, path := range findable(s) {
			inner := replaceAll(g.words, "{}", path)
			if s.base != "find" && !slices.ContainsFunc(g.words, func(v word) bool { return strings.Contains(v.text, "{") }) {
				inner = append(inner, path)
			}
			a.child(w, func(v *world) worlds { return a.start(f.under(via), v, inner, env) })
			ran = true
		}
	}
	return ran
}

// findable returns what find may find, one pattern for each folder: that folder/*,
// or the last name it asks for in place of *.
func findable(s arguments) []word {
	folders := s.operands
	if s.base != "find" && len(folders) > 0 { // the first is a pattern of fd
		folders = folders[1:]
	}
	if len(folders) == 0 {
		folders = []word{{text: ".", known: true}}
	}
	name := "*"
	for _, g := range s.flags {
		switch g.name {
		case "name", "iname", "path", "ipath", "wholename":
			if last := base(g.text.text); last != "" && narrows(s) {
				name = last
			}
		case "maxdepth":
			if g.text.text == "0" {
				return folders
			}
		}
	}
	var list []word
	for _, v := range folders {
		v.text, v.glob = strings.TrimRight(v.text, "/")+"/"+name, true
		list = append(list, v)
	}
	return list
}

// listing returns what find prints: the patterns of what it may find.
func listing(s arguments) word {
	end := "\n"
	for _, g := range s.flags {
		switch g.name {
		case "print0", "0":
			end = "\x00"
		case "printf", "ls", "fprint", "exec", "format", "list-details":
			return word{text: "$(…)"}
		}
	}
	out := word{known: true}
	for _, v := range findable(s) {
		out = out.plus(v).plus(word{text: end, known: true})
	}
	return out
}

// narrows reports whether find is told a name that all has which it deletes, runs
// something for or prints.
func narrows(s arguments) bool {
	named := false
	for _, g := range s.flags {
		switch g.name {
		case "name", "iname", "path", "ipath", "wholename":
			named = true
		case "not", "o", "or", ",":
			return false
		case "delete":
			return named
		}
		if len(g.words) > 0 {
			return named
		}
	}
	return named
}
