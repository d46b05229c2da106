package programs

import (
	"path"
	"strings"

	"github.com/tidwall/gjson"
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

// Keys of YAML under which builds have commands, and a cluster's jobs.
const (
	buildKeys = "run script before_script after_script command commands bash cmd cmds entry"
	jobKeys   = "command args"
)

// steps returns the commands in the file of a build. A part may be lines of one step.
func steps(text string, part bool) string {
	out := underKeys(text, buildKeys)
	if len(out) > 0 || !part {
		return strings.Join(out, "\n")
	}
	for line := range strings.Lines(filledIn(text)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
		if name, value, ok := strings.Cut(line, ":"); !ok || strings.ContainsAny(name, " \"'$") || value != "" && value[0] != ' ' {
			out = append(out, scalar(line))
		}
	}
	return strings.Join(out, "\n")
}

// job returns the commands of a cluster's job.
func job(text string) string {
	if !strings.Contains(text, "kind: CronJob") && !strings.Contains(text, "kind: Job") {
		return ""
	}
	return strings.Join(underKeys(text, jobKeys), "\n")
}

// underKeys returns the commands under keys of YAML. It reads line by line, because a part of a
// file isn't a whole document.
func underKeys(text, keys string) (out []string) {
	deep := -1 // the indentation of the key that the lines stand under, -1 for none
	folds, begun := false, false
	for line := range strings.Lines(filledIn(text)) {
		line = strings.TrimRight(line, " \r\n")
		rest := strings.TrimLeft(line, " ")
		indent := len(line) - len(rest)
		if deep >= 0 && (rest == "" || indent > deep || indent == deep && strings.HasPrefix(rest, "- ")) {
			item, listed := strings.CutPrefix(rest, "- ")
			switch {
			case block(item):
				folds, begun = item[0] == '>', false
			case folds && begun && !listed:
				out[len(out)-1] += " " + scalar(item)
			default:
				out, begun = append(out, scalar(item)), true
			}
			continue
		}
		deep, folds, begun = -1, false, false
		name, value, ok := strings.Cut(strings.TrimPrefix(rest, "- "), ":")
		if !ok || value != "" && value[0] != ' ' || !has(keys, strings.Trim(name, `"' `)) {
			continue
		}
		if value = strings.TrimSpace(value); strings.HasPrefix(value, "&") { // an anchor
			_, value, _ = strings.Cut(value, " ")
		}
		switch {
		case value == "" || value[0] == '#' || block(value):
			deep, folds = indent+strings.Index(rest, name), value != "" && value[0] == '>'
		case value[0] == '[':
			out = append(out, listed(value)...)
		case value[0] != '{':
			out = append(out, scalar(value))
		}
	}
	return out
}

// block reports whether a value of YAML says that a text of several lines follows.
func block(value string) bool {
	return value != "" && strings.ContainsAny(value[:1], "|>") && len(value) < 4
}

// listed returns the commands in a YAML list on one line. The items are the words of one command,
// or commands of several words each.
func listed(list string) (all []string) {
	separator := ", "
	if strings.Contains(list, `","`) {
		separator = ","
	}
	for item := range strings.SplitSeq(strings.Trim(list, "[]"), separator) {
		if item = scalar(item); item != "" {
			all = append(all, item)
		}
	}
	if len(all) == 0 || strings.Contains(all[0], " ") {
		return all
	}
	return []string{Quoted(all)}
}

// filledIn replaces each expression ${{ … }} in a text by a variable of the shell.
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

// scripts returns the scripts in a package's JSON. In a part, they are the values that don't belong
// to a field of the package itself.
func scripts(text string, part bool) string {
	var out []string
	if !part {
		for _, key := range [...]string{"scripts", "tasks"} {
			gjson.Get(text, key).ForEach(func(_, v gjson.Result) bool {
				for _, one := range v.Array() {
					out = append(out, one.String())
				}
				return true
			})
		}
		return strings.Join(out, "\n")
	}
	key := ""
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
		if text = rest[end+1:]; strings.HasPrefix(strings.TrimLeft(text, " \t\n"), ":") {
			key = value
		} else if !has("name description version license author homepage keywords title", key) {
			out = append(out, unescaped(value))
		}
	}
}

// mostDeep limits how many objects and lists settings are read within: two in
// mcpServers.NAME.command.
const mostDeep = 8

// started returns the commands in the settings of what starts programs: each text under command, with the
// list of its args, and each under a key that ends in Command. Of a part, they are as in scripts.
func started(text string, part bool) string {
	if part || !gjson.Valid(text) {
		return scripts(text, true)
	}
	var out []string
	var in func(key string, of gjson.Result, deep int)
	in = func(key string, of gjson.Result, deep int) {
		switch whole := strings.HasSuffix(key, "Command"); {
		case whole && of.IsArray():
			out = append(out, Quoted(words(of)))
		case whole && of.Type == gjson.String:
			out = append(out, of.Str)
		case (of.IsObject() || of.IsArray()) && deep < mostDeep:
			if command := of.Get("command"); command.Type == gjson.String {
				out = append(out, strings.TrimSpace(command.Str+" "+Quoted(words(of.Get("args")))))
			}
			of.ForEach(func(name, value gjson.Result) bool {
				if !whole { // an object of several commands has names that people choose
					key = name.Str
				}
				in(key, value, deep+1)
				return true
			})
		}
	}
	in("", gjson.Parse(text), 0)
	return strings.Join(out, "\n")
}

// words returns the texts of a list.
func words(list gjson.Result) (all []string) {
	for _, one := range list.Array() {
		if one.Type == gjson.String {
			all = append(all, one.Str)
		}
	}
	return all
}

// unescaped returns a text without the backslashes that JSON and YAML put before quotes and themselves.
func unescaped(text string) string {
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\/`, "/").Replace(text)
}

// listedTasks returns the commands in lines NAME: COMMAND.
func listedTasks(text string, _ bool) string {
	var out []string
	for line := range strings.Lines(text) {
		if _, command, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
			out = append(out, strings.TrimSpace(command))
		}
	}
	return strings.Join(out, "\n")
}

// settingsOf returns the values of keys for commands in settings of the form KEY = VALUE, also over
// several lines: texts in quotes or indented lines.
func settingsOf(text string, _ bool) string {
	var out []string
	in := false
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(line, "=")
		switch begins := line[0] != ' ' && line[0] != '\t'; {
		case ok && begins && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_ ") == "":
			in = has("run command commands commands_pre commands_post allowlist_externals shell script", strings.TrimSpace(key))
			line = value
		case begins && !strings.HasPrefix(line, `"`) && !strings.HasPrefix(line, "]"):
			in = in && strings.Count(strings.Join(out, ""), `"""`)%2 == 1
		}
		if line = strings.TrimSpace(line); in && strings.HasPrefix(line, "[") {
			out = append(out, listed(line)...)
		} else if line = strings.Trim(line, "[], \t"); in && line != "" {
			out = append(out, scalar(line))
		}
	}
	return strings.ReplaceAll(strings.Join(out, "\n"), `"""`, "")
}

// units returns what a unit of systemd, or an entry of a desktop, starts.
func units(text string, _ bool) string {
	var out []string
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if ok && strings.HasPrefix(key, "Exec") {
			out = append(out, strings.TrimLeft(value, "-@+!:"))
		}
	}
	return strings.Join(out, "\n")
}

// prompted returns the commands of a prompt that an agent runs when it loads it: what stands in
// backquotes after an exclamation mark, and the lines of a block that is marked so.
func prompted(text string, _ bool) string {
	var out []string
	block := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch mark := strings.TrimSpace(line); {
		case strings.HasPrefix(mark, "```"):
			block = !block && strings.HasPrefix(mark, "```!")
			continue
		case block:
			out = append(out, line)
			continue
		}
		for rest := line; ; {
			_, after, ok := strings.Cut(rest, "!`")
			command, next, closed := strings.Cut(after, "`")
			if !ok || !closed {
				break
			}
			out, rest = append(out, command), next
		}
	}
	return strings.Join(out, "\n")
}
