package vet

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// checkProgram is the name of the check for programs that can't be started as written.
const checkProgram = "program"

// starts checks the programs that rules start without a shell.
func starts(s *Subject, r *schema.Report) {
	for t := range takings(s.Hooks...) {
		if does := s.Schema.Library.Actions[t.step.Action]; does.Runs != "" {
			started(t.step.Field(does.Runs)).say(r)
			unfed(t.step, does).say(r)
		}
	}
}

// hooked matches a script in an agent's folder of hooks.
var hooked = regexp.MustCompile(`(^|/)\.([a-z]+)/hooks/[^/]+$`)

// unfed finds a script written as an agent's hook that is started without the input that the agent
// would give it, or whose answer nothing reads.
func unfed(step schema.Step, a engine.Action) finding {
	words := step.Field(a.Runs)
	if a.Feeds == "" || words.IncompleteKind() != cue.ListKind || step.Field(a.Feeds).Exists() && step.As != "" {
		return finding{}
	}
	for _, n := range words.Items() {
		text, _ := n.String()
		if m := hooked.FindStringSubmatch(text); m != nil && m[2] != "git" {
			return finding{at: n.Written(), check: checkProgram, text: "found " + text + ", which as a hook has the event on its standard input and answers by what it prints and its exit code; want  " + a.Feeds + ": \"${toJSON(event)}\" , a name (as), and what follows from its .ok and .value", mild: true}
		}
	}
	return finding{}
}

// operators are words that only a shell understands; builtins are commands that it runs itself.
var (
	operators = []string{"|", "||", "&&", ";", ">", ">>", "<", "2>&1", "&"}
	shells    = []string{"sh", "bash", "zsh", "dash", "ksh", "ash"}
	builtins  = []string{"cd", "export", "source", ".", "set", "unset", "alias", "exec", "if", "for", "while", "eval", "trap", "ulimit", "umask"}
)

// enders are those that end a script.
var enders = []string{"exit", "return"}

// started checks the words of a program and its arguments.
func started(n schema.Node) finding {
	if n.IncompleteKind() != cue.ListKind {
		return finding{}
	}
	items := n.Items()
	var words []string
	for _, item := range items {
		word, _ := item.String()
		words = append(words, word)
	}
	if len(words) == 0 {
		return finding{}
	}
	find := func(i int, format string, args ...any) finding {
		return finding{at: items[i].Written(), check: checkProgram, text: fmt.Sprintf(format, args...), mild: items[i].Open()}
	}
	name := words[0]
	switch {
	case line(name):
		return find(0, "found %q as a program's name, want its words one by one, or  [\"sh\", \"-c\", \"…\"]", name)
	case slices.Contains(enders, name):
		return find(0, "found %s, which only a shell knows, and how a program ends is no answer to the agent; want  deny ,  block  or  halt", name)
	case slices.Contains(builtins, name):
		return find(0, "found %s, which only a shell knows, want  dir  beside it, or  [\"sh\", \"-c\", \"…\"]", name)
	case strings.HasPrefix(name, "~"):
		return find(0, "found %s, where ~ is not filled in, want  ${env('HOME')}%s", name, name[1:])
	case strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "${"):
		return find(0, "found %s, where variables are not filled in, want  ${env('…')}", name)
	}
	for i, word := range words {
		if slices.Contains(operators, word) {
			return find(i, "found %s, which only a shell knows, want  [\"sh\", \"-c\", \"…\"]", word)
		}
	}
	if i, wrong := filled(words); wrong != "" {
		f := find(i, "found %s, %s", words[i], wrong)
		f.mild = true
		return f
	}
	return shell(words, find)
}

// fillers are programs that pass their arguments to a shell, or expand patterns themselves.
var fillers = []string{"ssh", "mosh", "git", "prettier", "eslint", "stylelint", "jest", "mocha", "rg", "rsync"}

// ofShell matches a variable, or a command substitution, that only a shell expands.
var ofShell = regexp.MustCompile("^\\$[A-Z_][A-Z0-9_]*(/|$)|`[^`]+`|\\$\\([a-z]")

// manyFiles matches words that people give to a program only for a shell to expand.
var manyFiles = regexp.MustCompile(`(^|/)\*\*?(/\*)?\.\w+$`)

// filled finds the first argument that only a shell would expand, and says what is wrong; wrong is
// "" if there is none.
func filled(words []string) (i int, wrong string) {
	within := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, path.Base(w)) })
	}
	if within(shells) || slices.Contains(fillers, path.Base(words[0])) {
		return 0, ""
	}
	var all []programs.Word
	for _, w := range words {
		all = append(all, programs.Word{Text: w, Known: !strings.Contains(w, "$")})
	}
	touched := programs.Split(all).Touch(programs.Surroundings{Site: programs.Site{Dir: "/"}})
	files := slices.Concat(touched.Reads, touched.Writes)
	for i, word := range words {
		switch {
		case i == 0:
		case word == "~" || strings.HasPrefix(word, "~/"):
			return i, "where ~ is not filled in, as no shell reads it, want  ${env('HOME')}" + word[1:]
		case ofShell.MatchString(strings.ReplaceAll(word, "${", "")):
			return i, "which only a shell fills in, want  ${…}, or  [\"sh\", \"-c\", \"…\"]"
		case strings.ContainsAny(word, "*?") && slices.ContainsFunc(files, func(f programs.File) bool {
			return (f.How != "argument" || manyFiles.MatchString(word)) && f.Path == path.Clean("/"+word)
		}):
			return i, "where * and ? stand for themselves, as no shell reads it, want  [\"sh\", \"-c\", \"…\"], or each of  glob('…')"
		}
	}
	return 0, ""
}

// line reports whether a text is a program with arguments, rather than a path with a space.
func line(text string) bool {
	first, rest, spaced := strings.Cut(text, " ")
	return spaced && rest != "" && !strings.ContainsAny(first, "/\\") && !strings.Contains(text, "${")
}

// shell checks the arguments of a shell.
func shell(words []string, find func(i int, format string, args ...any) finding) finding {
	if !slices.Contains(shells, path.Base(words[0])) || len(words) < 2 {
		return finding{}
	}
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") && strings.HasSuffix(w, "c") })
	switch {
	case at < 0 && strings.Contains(words[1], " "):
		return find(1, "%s: found %q as a script's file, want -c before it", words[0], words[1])
	case at >= 0 && at+1 < len(words):
		for _, src := range expr.Expressions(words[at+1]) {
			if slices.Contains(expr.Identifiers(src), "event") {
				f := find(at+1, "found ${%s} in a line for %s, which reads all that stands in it, want \"$1\" there, and after the line \"%s\" and the value", src, words[0], words[0])
				f.mild = true
				return f
			}
		}
	}
	return finding{}
}
