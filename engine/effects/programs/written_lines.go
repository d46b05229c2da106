package programs

import "strings"

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
