package programs

import (
	"path"
	"strings"
)

// MostWritten is how many bytes of a file are read. Nobody would look through a longer script.
const MostWritten = 128 << 10

// Written returns the commands in a file that something else is known to run later, as code of a
// shell: a script, a hook of git, the recipes of make or just, the steps of a build, a job of a
// cluster, the scripts of a package, what a unit or an entry of a desktop starts, what an editor or
// an agent starts by its settings or its prompts, and a file of tasks in Ruby. part says that the
// text is a part of the file, as in an edit. Tasks in Ruby are one command; of them only the lines
// that was lacks count. It returns "" if the file is none of these, or too large.
func Written(file, text string, part bool, was string) string {
	file = strings.ToLower(strings.ReplaceAll(file, `\`, "/"))
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	if len(text) > MostWritten {
		return ""
	}
	if shebang(text) {
		return text
	}
	if form := formOf(file); form != nil {
		if form.whole {
			text = newLines(text, was)
		}
		return form.commands(text, part)
	}
	if strings.HasSuffix(file, ".yaml") || strings.HasSuffix(file, ".yml") {
		return job(text)
	}
	return ""
}

// formOf returns the form of a file, nil for none.
func formOf(file string) *form {
	for i := range forms {
		for _, pattern := range forms[i].names {
			if endsAs(file, pattern) {
				return &forms[i]
			}
		}
	}
	return nil
}

// endsAs reports whether a file's path ends as a pattern says, which has at most one folder; a
// pattern with ** has any number of folders after one.
func endsAs(file, pattern string) bool {
	if dir, end, deep := strings.Cut(pattern, "**"); deep {
		return strings.Contains("/"+file, "/"+dir) && strings.HasSuffix(file, end)
	}
	name := path.Base(file)
	if strings.Contains(pattern, "/") {
		name = path.Base(path.Dir(file)) + "/" + name
	}
	ok, _ := path.Match(pattern, name)
	return ok
}

// A form is how files hold commands.
type form struct {
	names    []string
	commands func(text string, part bool) string
	whole    bool // all of the text is one command
}

// forms are the forms of such files, by the ends of their paths in lower case.
var forms = [...]form{
	{[]string{
		"*.sh", "*.bash", "*.zsh", "*.ksh", ".envrc", ".husky/*", ".githooks/*", "hooks/pre-commit", "hooks/commit-msg", "hooks/prepare-commit-msg", "hooks/post-commit",
		"hooks/pre-merge-commit", "hooks/post-merge", "hooks/pre-rebase", "hooks/post-rewrite", "hooks/post-checkout", "hooks/pre-push", "hooks/pre-receive",
		"hooks/update", "hooks/post-receive", "hooks/post-update", // githooks(5)
	}, script, false},
	{[]string{"makefile", "gnumakefile", "*.mk", "justfile", ".justfile"}, made, false},
	{[]string{"workflows/*.y*ml", ".circleci/*.yml", ".gitlab-ci.yml", "*pipelines*.yml", ".drone.yml", ".travis.yml", ".woodpecker.yml", "taskfile.y*ml", ".pre-commit-config.yaml"}, steps, false},
	{[]string{"package.json", "composer.json", "deno.json", "deno.jsonc"}, scripts, false},
	{[]string{"procfile", "procfile.*"}, listedTasks, false},
	{[]string{"mise.toml", ".mise.toml", "tox.ini"}, settingsOf, false},
	{[]string{"*.service", "*.desktop"}, units, false},
	{[]string{"*mcp.json", "tasks.json", "*devcontainer.json"}, started, false},
	{[]string{"rakefile", "fastfile", "*.rake"}, tasks, true},
	{[]string{"commands/*.md", "skill.md", ".claude/**.md"}, prompted, false},
}

// newLines returns the lines of a text that another lacks.
func newLines(text, other string) string {
	had := map[string]bool{}
	for line := range strings.Lines(other) {
		had[strings.TrimSpace(line)] = true
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !had[strings.TrimSpace(line)] {
			b.WriteString(line)
		}
	}
	return b.String()
}

// script returns code of a shell as it is.
func script(text string, _ bool) string { return text }

// made returns the recipes of a makefile or a justfile. A part may begin within one.
func made(text string, part bool) string {
	if part {
		text = "part:\n" + text
	}
	return strings.Join(rulesOf(text).all(), "\n")
}

// tasks returns a command that runs code of Ruby.
func tasks(text string, _ bool) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	end := "TASKS"
	for strings.Contains(text, end) {
		end += "_"
	}
	return "ruby <<'" + end + "'\n" + text + "\n" + end + "\n"
}

// shebang reports whether the first line names a shell as what runs the text.
func shebang(text string) bool {
	line, ok := strings.CutPrefix(firstLine(text), "#!")
	if !ok {
		return false
	}
	for word := range strings.FieldsSeq(line) {
		switch path.Base(word) {
		case "sh", "bash", "zsh", "ksh", "dash":
			return true
		}
	}
	return false
}

// all returns the recipes of all targets, each once, after the variables.
func (b *buildText) all() []string {
	for _, target := range b.order {
		b.make(target)
	}
	return append(b.sets, b.code...)
}
