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
	Doc: "whether and how a path belongs to the files that registered hooks depend on: foothold(#.path, ['~/.claude/settings.json', '.claude/settings.json'])\n" +
		"It is program (the one that answers, those beside it, and those that hooks in these settings files start), record (stored plans, the log, records of trust) or settings (these files); " +
		"\"holds program\" and so on for a folder with such a file below it, \"beside program\" for a program's own folder, and empty for any other path. " +
		"For a folder with several, record comes before settings, and settings before program. A path with *, ? or [ counts as anything it may match. " +
		"In a test the records are in the home folder, and only what the test's files register is registered.",
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

// reached reports whether a path, which may be a pattern, matches to, a folder that contains it, or
// something in it. below is the number of names between the match and to, negative if the match is
// inside to; exact is false if a pattern matched to or a folder that contains it.
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
	Doc: "whether one of call().things is a program installed with the one that answers: a package of its name, " +
		"in any version and from any source, or a process of its name or of a pattern that matches it: standsOn(#)",
	Params: "thing",
	Ask:    engine.Plain{Func: isOurs},
}

func isOurs(t effects.Thing) (bool, error) {
	matched := func(string) bool { return false }
	if t.Is == "process" && !t.Whole {
		matched = pattern(t.Name[strings.LastIndexByte(t.Name, '/')+1:])
	}
	for _, name := range host.Installed() {
		for word := range strings.FieldsFuncSeq(strings.ToLower(t.Name), parting) {
			if rest, ok := strings.CutPrefix(word, name); ok && (rest == "" || strings.ContainsRune("-_.+ ", rune(rest[0]))) {
				return true, nil
			}
		}
		if matched(name) {
			return true, nil
		}
	}
	return false, nil
}

// parting reports whether a character separates a package's name from its source or version.
func parting(c rune) bool { return strings.ContainsRune("/\\@:=~", c) }

// pattern returns a function that reports whether a pattern matches at least three bytes of a name, or
// the first two. It reports false for a pattern that would match any name.
func pattern(text string) func(name string) bool {
	const longest, least, another = 100, 2, "zqj"
	var re *regexp.Regexp
	if len(text) >= least && len(text) <= longest {
		re, _ = regexp.Compile(text) // an invalid one matches nothing
	}
	if re == nil || re.MatchString(another) {
		return func(string) bool { return false }
	}
	return func(name string) bool {
		at := re.FindStringIndex(name)
		return at != nil && at[1]-at[0] >= least && (at[0] == 0 || at[1]-at[0] > least)
	}
}
