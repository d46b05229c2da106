package facts

import (
	"path"
	"regexp"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/host"
)

var foothold = engine.Fact{
	Doc: "what a path is of that which the hooks stand on, as it is registered: foothold(#.path, ['~/.claude/settings.json', '.claude/settings.json'])\n" +
		"It is program (the one that answers, those beside it, and what commands of hooks start in these settings files), record (what is kept of plans, the log and what is trusted) or settings (those files); " +
		"or that after \"holds \", for a folder that such a thing lies in, and \"beside program\" for the folder of a program itself. It is empty for all else. " +
		"Of several that a folder holds it is a record before settings, and these before a program. A path with *, ? or [ is what it may stand for. " +
		"In a test the records lie in the home folder, and no more than its files say is registered.",
	Params: "path, settings",
	Path:   "path",
	Looks:  "the agent's settings, for what its hooks start",
	Gives:  []string{"", "program", "record", "settings", "beside program", "holds program", "holds record", "holds settings"},
	Ask:    engine.Func2[string, any, string](standing),
}

func standing(c *engine.Call, path string, settings any) (string, error) {
	fold := folds(c)
	same := func(s string) string {
		if s = strings.ReplaceAll(s, `\`, "/"); fold {
			s = strings.ToLower(s)
		}
		return s
	}
	path = same(absolute(c, path))
	holds, most := "", 0
	for _, s := range c.Host.Stands(texts(settings)) {
		below, exact, ok := reached(path, same(s.Path))
		is := [...]string{host.Program: "program", host.Record: "record", host.Settings: "settings"}[s.Is]
		rank := [...]int{host.Program: 1, host.Record: 4, host.Settings: 3}[s.Is]
		switch {
		case !ok || below < 0 && s.Is != host.Record:
			continue
		case exact && below <= 0, below == 0 && s.Is != host.Record:
			return is, nil
		case below == 1 && s.Is == host.Program:
			is, rank = "beside "+is, 2
		default:
			is = "holds " + is
		}
		if rank > most {
			holds, most = is, rank
		}
	}
	return holds, nil
}

// texts returns the texts of a list.
func texts(list any) (names []string) {
	for _, v := range engine.Listed(list) {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

// reached reports whether a path, which may be a pattern, leads to another, to a folder
// around it, or below it. below is how many names deeper the other lies, negative if the
// path leads below it; exact is false if a pattern leads to it or to a folder around it.
func reached(pattern, to string) (below int, exact, ok bool) {
	if !strings.ContainsAny(pattern, "*?[") {
		inside := func(path, dir string) bool {
			return len(path) > len(dir) && path[len(dir)] == '/' && path[:len(dir)] == dir
		}
		dir := strings.TrimSuffix(pattern, "/")
		switch {
		case pattern == to:
			return 0, true, true
		case inside(to, dir):
			return strings.Count(to[len(dir):], "/"), true, true
		}
		return -1, true, inside(pattern, to)
	}
	pattern = strings.ReplaceAll(pattern, "[!", "[^") // package path has no other negation, and no classes
	if strings.Contains(pattern, "[:") {
		pattern = regexp.MustCompile(`\[:[a-z]+:\]`).ReplaceAllString(pattern, "!-~")
	}
	parts, names := strings.Split(strings.TrimSuffix(pattern, "/"), "/"), strings.Split(to, "/")
	for i, part := range parts {
		if i == len(names) {
			return -1, true, true
		}
		if part == "**" { // any number of folders
			rest := strings.Join(parts[i+1:], "/")
			for k := i; rest != "" && k < len(names); k++ {
				if below, _, ok := reached(rest, strings.Join(names[k:], "/")); ok {
					return below, false, true
				}
			}
			return len(names) - i, false, rest == ""
		}
		hidden := strings.HasPrefix(names[i], ".") && !strings.HasPrefix(part, ".") // which * doesn't match
		if fits, err := path.Match(part, names[i]); err != nil || !fits || hidden {
			return 0, false, false
		}
	}
	return len(names) - len(parts), false, true
}

var standsOn = engine.Fact{
	Doc: "whether one of .things of call() is of the programs that are installed with the one that answers: a package of that name, " +
		"of whatever version and place, or a process of that name or of a pattern that is found in it: standsOn(#)",
	Params: "thing",
	Ask:    engine.Plain{Func: isOurs},
}

func isOurs(t effects.Thing) (bool, error) {
	matched := func(string) bool { return false }
	if t.Is == "process" {
		matched = pattern(t.Name)
	}
	for _, name := range host.Installed() {
		for word := range strings.FieldsFuncSeq(strings.ToLower(t.Name), parting) {
			if rest, ok := strings.CutPrefix(word, name); ok && (rest == "" || strings.ContainsRune("-_.+", rune(rest[0]))) {
				return true, nil
			}
		}
		if matched(name) {
			return true, nil
		}
	}
	return false, nil
}

// parting reports whether a character separates a name from what stands around it: its place,
// its version.
func parting(c rune) bool { return strings.ContainsRune("/\\@:=~", c) }

// pattern returns a function that reports whether a pattern matches at least three bytes of a
// name; it never does for a pattern that matches an arbitrary name, too.
func pattern(text string) func(name string) bool {
	const longest, least, another = 100, 3, "zqj"
	var re *regexp.Regexp
	if len(text) >= least && len(text) <= longest {
		re, _ = regexp.Compile(text) // an invalid one matches nothing
	}
	if re == nil || re.MatchString(another) {
		return func(string) bool { return false }
	}
	return func(name string) bool { return len(re.FindString(name)) >= least }
}
