package programs

import (
	"path"
	"strings"
)

// Written returns the commands in a file of which something else is known to run them later, as code of
// a shell: a script, a hook of git, the recipes of make or just, the steps of a build or a cluster's job
// in YAML, the scripts of a package, what a unit or an entry of a desktop starts, and a file of tasks in
// Ruby. The text may be a part of the file, as in an edit. It returns "" if the file is none of these.
func Written(file, text string) string {
	file = strings.ToLower(strings.ReplaceAll(file, `\`, "/"))
	if shebang(text) {
		return text
	}
	for _, form := range forms {
		for _, pattern := range form.names {
			name := path.Base(file)
			if strings.Contains(pattern, "/") {
				name = path.Base(path.Dir(file)) + "/" + name
			}
			if ok, _ := path.Match(pattern, name); ok {
				return form.commands(text)
			}
		}
	}
	return ""
}

// forms are the forms of such files, by the ends of their paths in lower case.
var forms = [...]struct {
	names    []string
	commands func(text string) string
}{
	{[]string{"*.sh", "*.bash", "*.zsh", "*.ksh", ".husky/*", "hooks/pre-*", "hooks/post-*", ".githooks/*"}, func(text string) string { return text }},
	{[]string{"makefile", "gnumakefile", "*.mk", "justfile", ".justfile"}, func(text string) string { return strings.Join(rulesOf(text).all(), "\n") }},
	{[]string{"*.yml", "*.yaml"}, steps},
	{[]string{"package.json", "composer.json"}, scripts},
	{[]string{"*.service", "*.desktop"}, units},
	{[]string{"rakefile", "fastfile", "*.rake"}, func(text string) string { return "ruby <<'END OF TASKS'\n" + text + "\nEND OF TASKS\n" }},
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

// commandKeys are keys of YAML under which builds and clusters have commands.
const commandKeys = "run script before_script after_script command commands cmd cmds entrypoint args inline bash powershell"

// steps returns the commands in a file of YAML. It reads line by line, as a part of a file is no whole
// document.
func steps(text string) string {
	var out []string
	deep := -1 // the indentation of the key that the lines stand under, -1 for none
	for line := range strings.Lines(filledIn(text)) {
		line = strings.TrimRight(line, " \r\n")
		rest := strings.TrimLeft(line, " ")
		indent := len(line) - len(rest)
		if deep >= 0 && (rest == "" || indent > deep || indent == deep && strings.HasPrefix(rest, "- ")) {
			out = append(out, scalar(strings.TrimPrefix(rest, "- ")))
			continue
		}
		deep = -1
		name, value, ok := strings.Cut(strings.TrimPrefix(rest, "- "), ":")
		value = strings.TrimSpace(value)
		switch {
		case !ok || !has(commandKeys, name):
		case value == "" || strings.ContainsAny(value[:1], "|>"):
			deep = indent + strings.Index(rest, name)
		case strings.HasPrefix(value, "["):
			out = append(out, listed(value)...)
		default:
			out = append(out, scalar(value))
		}
	}
	return strings.Join(out, "\n")
}

// listed returns the commands in a list of YAML on one line: the words of one, or commands of several
// words each.
func listed(list string) (all []string) {
	for item := range strings.SplitSeq(strings.Trim(list, "[]"), ", ") {
		if item = scalar(item); item != "" {
			all = append(all, item)
		}
	}
	if len(all) == 0 || strings.Contains(all[0], " ") {
		return all
	}
	return []string{Quoted(all)}
}

// filledIn returns a text in which a variable of the shell stands for each expression ${{ … }}.
func filledIn(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "${{")
		inner, after, closed := strings.Cut(rest, "}}")
		if !ok || !closed {
			b.WriteString(text)
			return b.String()
		}
		name := strings.Map(func(r rune) rune {
			if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return r
			}
			return '_'
		}, strings.TrimSpace(inner))
		b.WriteString(before + "${" + name + "}")
		text = after
	}
}

// scalar returns a value of YAML on one line without its quotes.
func scalar(value string) string {
	value = strings.TrimSpace(value)
	if n := len(value); n > 1 && value[0] == value[n-1] && (value[0] == '\'' || value[0] == '"') {
		if inner := value[1 : n-1]; value[0] == '\'' {
			return strings.ReplaceAll(inner, "''", "'")
		} else if !strings.Contains(inner, `" `) { // else it is a command whose first and last words are quoted
			return unescaped(inner)
		}
	}
	return value
}

// scripts returns the texts that are values in the scripts of a package's JSON, or in a part of them.
func scripts(text string) string {
	if _, after, ok := strings.Cut(text, `"scripts"`); ok {
		text, _, _ = strings.Cut(after, "}")
	}
	var out []string
	for {
		_, rest, ok := strings.Cut(text, `"`)
		end := 0
		for ok && end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(rest) {
			return strings.Join(out, "\n")
		}
		value := rest[:end]
		text = rest[end+1:]
		if !strings.HasPrefix(strings.TrimLeft(text, " \t\n"), ":") { // else it is a key
			out = append(out, unescaped(value))
		}
	}
}

// unescaped returns a text without the backslashes that JSON and YAML put before quotes and themselves.
func unescaped(text string) string {
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\/`, "/").Replace(text)
}

// units returns what a unit of systemd, or an entry of a desktop, starts.
func units(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if ok && strings.HasPrefix(key, "Exec") {
			out = append(out, strings.TrimLeft(value, "-@+!:"))
		}
	}
	return strings.Join(out, "\n")
}
