package programs

import (
	"slices"
	"strings"
)

// Brings returns what happens to files that git, or a program like it, keeps: what the stanza says,
// with the commits filled in. It happens to the paths, or to all files if there are none. given are
// the variables set for the command, besides those of its environment.
func (c Call) Brings(around Surroundings, given map[string]string) (what, paths []string) {
	switch {
	case c.program == nil || c.IsDry():
		return nil, nil
	case len(c.program.brings) == 0:
		return c.unsaid(), nil
	}
	for _, line := range c.program.brings {
		when, words, ok := strings.Cut(line, ": ")
		if !ok {
			words = line
		} else if !c.fits(when) {
			continue
		}
		for word := range strings.FieldsSeq(words) {
			switch word {
			case "-":
			case "paths":
				commit := strings.Contains(words, "<1>")
				if paths = c.pathsAfter(commit); commit && len(paths) > 0 { // they become as in the commit, even if they were changed
					what = append(what, "changed")
				}
			default:
				what = append(what, c.brought(word)...)
			}
		}
		break
	}
	if i := slices.Index(what, "commits"); i >= 0 && c.isTold(around, given) {
		what[i] = "unknown"
	}
	if !c.isApart(around, given) {
		return what, paths
	}
	if slices.ContainsFunc(what, func(word string) bool { return !Keeps(word) }) {
		what = []string{"any"}
	}
	return what, paths
}

// Keeps reports whether a word is about no file, but about what git keeps from then on.
func Keeps(word string) bool {
	return slices.Contains([]string{"moves", "stages", "fetches", "stashes", Again}, word)
}

// Again says that a command may run more than once, as in a loop.
const Again = "again"

// unsaid returns what a command brings if its stanza doesn't say it: nothing if the command only
// looks or its program isn't like git; unknown if the subcommand is; otherwise moves.
func (c Call) unsaid() []string {
	switch {
	case c.whole == nil || c.whole.apart == "" || has(c.program.traits, "looks"):
		return nil
	case c.program.syntax&subcommands == 0:
		return []string{"moves"}
	case len(c.Own()) > 0:
		return []string{"unknown"}
	}
	return nil
}

// isTold reports whether the call sets what the program runs, or how it works.
func (c Call) isTold(around Surroundings, given map[string]string) bool {
	for name := range c.Heeds() {
		if _, set := given[name]; set {
			return true
		}
		if around.Env != nil {
			if _, set := around.Env(name); set {
				return true
			}
		}
	}
	return len(c.configured(around)) > 0
}

// isApart reports whether a flag, a given variable or a setting makes the program work on another
// repository, or under other settings.
func (c Call) isApart(around Surroundings, given map[string]string) bool {
	if c.whole == nil {
		return false
	}
	for name := range strings.FieldsSeq(c.whole.apart) {
		is := c.Has(name)
		if strings.Contains(name, ".") {
			is = slices.ContainsFunc(c.configured(around), func(s Setting) bool { return strings.EqualFold(s.Name, name) })
		}
		if _, set := given[name]; is || set {
			return true
		}
	}
	return false
}

// pathsAfter returns the operands that are paths: all, or those after a commit.
func (c Call) pathsAfter(commit bool) (paths []string) {
	for i, w := range c.Own() {
		if i > 0 || !commit || c.dashes == c.subs {
			paths = append(paths, w.Text)
		}
	}
	return paths
}

// brought fills in a word of a stanza, once for each commit that the call names. If -- stands
// before the first operand, that operand is a path, and changed is what happens to it.
func (c Call) brought(word string) (all []string) {
	_, rest, ok := strings.Cut(word, "<")
	name, _, _ := strings.Cut(rest, ">")
	if !ok {
		return []string{word}
	}
	if name == "1" && c.dashes == c.subs && len(c.Own()) > 0 {
		return []string{"changed"}
	}
	for _, commit := range c.commits(name) {
		if commit == "-" && strings.Contains(word, "..") { // what was checked out before
			commit = "@{-1}"
		}
		if strings.Contains(commit, "..") && word[0] == '<' { // a range, which names both ends
			all = append(all, commit)
			continue
		}
		if list, ok := strings.CutSuffix(name, "{0}"); ok && commit != "" && strings.Trim(commit, "0123456789") == "" { // one of a list, by its number
			commit = list + "{" + commit + "}"
		}
		all = append(all, strings.ReplaceAll(word, "<"+name+">", commit))
	}
	return all
}

// commits returns the commits that a mark of a stanza stands for.
func (c Call) commits(mark string) (names []string) {
	for _, w := range c.Own() {
		names = append(names, w.Text)
	}
	flag, flagged := strings.CutPrefix(mark, "--")
	joined, all := strings.CutPrefix(mark, "/")
	switch {
	case flagged:
		w, ok := c.option(flag)
		if !ok {
			return nil
		}
		return []string{w.Text}
	case mark == "1":
		return names[:min(1, len(names))]
	case len(names) > 0 && all:
		return []string{strings.Join(names, "/")}
	case len(names) > 0 || mark == "":
		return names
	}
	return []string{joined}
}
