package programs

import (
	"slices"
	"strings"
)

// watch returns the code that watch runs again and again; with -x it is a command.
func watch(c Call, _ Surroundings) (list []Run, only bool) {
	inner := c.Inner()
	if inner == nil || c.Has("exec") {
		return nil, false
	}
	return []Run{runCode(Join(inner, " "), "watch")}, true
}

// splitString returns the command that env -S gets as one text. Options at its beginning are env's
// own.
func splitString(c Call, _ Surroundings) (list []Run, only bool) {
	text, ok := c.option("split-string")
	if !ok {
		return nil, false
	}
	line := []Word{text}
	if strings.HasPrefix(text.Text, "-") {
		line = []Word{text.With("env " + text.Text)}
	}
	for _, v := range c.Operands {
		line = append(line, v.With(quote(v)))
	}
	return []Run{runCode(Join(line, " "), "env -S")}, true
}

// tmux types words in a terminal (send-keys), or runs a command in a new one: one word is code,
// several are a program and its arguments.
func tmux(c Call, _ Surroundings) (list []Run, only bool) {
	if len(c.Operands) == 0 {
		return nil, false
	}
	words, dirs := c.Operands[1:], []Word(nil)
	for len(words) > 0 && strings.HasPrefix(words[0].Text, "-") {
		n := 1
		if text := words[0].Text; len(text) > 1 && strings.IndexByte("bcefFlnNpstxXy", text[len(text)-1]) >= 0 {
			if n = 2; text == "-c" && len(words) > 1 { // the next word is the folder it begins in
				dirs = []Word{words[1]}
			}
		}
		words = words[min(n, len(words)):]
	}
	for _, begins := range [...]string{"send", "run", "if", "pipe"} {
		if strings.HasPrefix(c.Operands[0].Text, begins) {
			return c.types(words)
		}
	}
	for _, begins := range [...]string{"new", "split", "respawn", "display-p", "popup"} {
		if strings.HasPrefix(c.Operands[0].Text, begins) {
			list, only = c.opens(words)
			for i := range list {
				list[i].Dirs = dirs
			}
			return list, only
		}
	}
	return nil, false
}

// screen runs a command in a new terminal, or types the words after stuff in one.
func screen(c Call, _ Surroundings) (list []Run, only bool) {
	words := c.Operands
	if len(words) > 1 && words[0].Text == "@" {
		words = words[1:]
	}
	if len(words) > 0 && (words[0].Text == "stuff" || words[0].Text == "send-text") {
		typed := slices.Clone(words[1:])
		for i, w := range typed {
			typed[i] = w.With(strings.NewReplacer(`\n`, "\n", `\r`, "\n", "^M", "\n").Replace(w.Text))
		}
		return c.types(typed)
	}
	return c.opens(words)
}

// opens returns the command that a new terminal runs.
func (c Call) opens(words []Word) (list []Run, only bool) {
	if len(words) > 1 {
		return []Run{{Words: words, Via: c.Base}}, true
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

// crontab returns the commands in the table that crontab is given, in a file or as its input.
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

// scheduled returns the commands in a crontab, as code.
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
		case Opaque(line): // an earlier table, which isn't known
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
