package programs

import "strings"

// watch returns the code that watch runs again and again; with -x it is a command.
func watch(c Call, _ Surroundings) (list []Run, only bool) {
	inner := c.Inner()
	if inner == nil || c.Has("exec") {
		return nil, false
	}
	return []Run{runCode(Join(inner, " "), "watch")}, true
}

// splitString returns the command that env -S is given in one text.
func splitString(c Call, _ Surroundings) (list []Run, only bool) {
	text, ok := c.option("split-string")
	if !ok {
		return nil, false
	}
	line := []Word{text}
	for _, v := range c.Operands {
		line = append(line, v.With(quote(v)))
	}
	return []Run{runCode(Join(line, " "), "env -S")}, true
}

// tmux types words in a terminal: those after its command that are more than one, and
// what follows such.
func tmux(c Call, _ Surroundings) (list []Run, only bool) {
	words := c.Operands[min(1, len(c.Operands)):]
	for len(words) > 0 && !strings.Contains(words[0].Text, " ") {
		words = words[1:]
	}
	return c.types(words)
}

// screen types words in a terminal, after its command stuff.
func screen(c Call, _ Surroundings) (list []Run, only bool) {
	words := c.Operands
	if len(words) > 0 && words[0].Text == "stuff" {
		words = words[1:]
	}
	return c.types(words)
}

// types returns the run of what is typed, without the keys that end a line.
func (c Call) types(words []Word) (list []Run, only bool) {
	code := without(words, func(w Word) bool { return w.Text == "Enter" || w.Text == "C-m" })
	if len(code) == 0 {
		return nil, false
	}
	return []Run{runCode(Join(code, " "), c.Base)}, true
}

// crontab returns the commands of the table that crontab is given, in a file or in
// what it reads.
func crontab(c Call, around Surroundings) (list []Run, only bool) {
	if c.Has("l", "r") {
		return nil, false
	}
	in := around.In
	if len(c.Operands) > 0 && c.Operands[0].Text != "-" && around.Contents != nil {
		if file, ok := around.Contents(c.Operands[0]); ok {
			in = file
		}
	}
	if in.Over == "" {
		return nil, false
	}
	in.Text = scheduled(in.Text)
	return []Run{runInput(in, c.Base)}, true
}

// scheduled returns the commands of a table of cron, as code.
func scheduled(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		skip := 5
		switch {
		case strings.HasPrefix(line, "@"):
			skip = 1
		case line == "" || strings.HasPrefix(line, "#") || Assigns(line):
			skip = 0
		case Opaque(line): // a table there was before
			continue
		}
		for range skip {
			_, line, _ = strings.Cut(line, " ")
			line = strings.TrimLeft(line, " \t")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
