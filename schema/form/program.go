package form

import (
	"path"
	"regexp"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

func program(p part) Wrong {
	switch bare, exe := strings.CutSuffix(p.text, ".exe"); {
	case p.has(" \t\n"):
		return want("a program's name alone, as in  .program == 'git' && 'push' in .operands")
	case p.has(`/\`):
		return want("a program's name without folder, %s", path.Base(strings.ReplaceAll(p.text, `\`, "/"))).instead(path.Base(strings.ReplaceAll(p.text, `\`, "/")))
	case exe && p.ends() && bare != "":
		return want("a program's name without .exe, %s", bare).instead(bare)
	}
	return Wrong{}
}

func flag(p part) Wrong {
	switch name, _, valued := strings.Cut(p.text, "="); {
	case p.begins() && strings.HasPrefix(p.text, "-"):
		return want("it without dashes").instead(strings.TrimLeft(p.text, "-"))
	case valued:
		return want("%s, and its value in  .options", name)
	}
	return Wrong{}
}

// via checks the words of programs that run others.
func via(p part) Wrong {
	if !p.whole() || strings.ContainsAny(p.text, " (") {
		return Wrong{}
	}
	call := func(rest ...string) programs.Call {
		words := []programs.Word{{Text: p.text, Known: true}}
		for _, text := range rest {
			words = append(words, programs.Word{Text: text, Known: true})
		}
		return programs.Split(words)
	}
	if language, _, _ := call().Language(); language == "shell" {
		return Wrong{Text: "which is there for a file alone, want '" + p.text + " -c' for code", Mild: true}
	}
	if inner, _ := call("ls").Runs(programs.Surroundings{}); len(inner) > 0 || call().RunsOwn() || len(call().Loads()) > 0 {
		return Wrong{}
	}
	for _, sub := range []string{"run", "exec", "x", "dlx"} {
		if inner, _ := call(sub, "ls").Runs(programs.Surroundings{}); len(inner) > 0 && inner[0].Via != p.text {
			return want("'%s'", inner[0].Via).instead(inner[0].Via)
		}
	}
	return Wrong{}
}

// dashed matches flags, but no negative numbers.
var dashed = regexp.MustCompile(`^--?[A-Za-z]`)

// operand checks arguments of a command that aren't flags.
func operand(p part) Wrong {
	if p.begins() && dashed.MatchString(p.text) {
		wrong := want("it without dashes in  .flags, or hasFlag(…, '%s')", strings.TrimLeft(p.text, "-"))
		wrong.Mild = true
		return wrong
	}
	return Wrong{}
}
