package programs

import "strings"

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
