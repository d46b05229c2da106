package effects

import (
	"encoding/base64"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"bcrules.dev/engine/effects/programs"
)

// interpret reads the code that a program is given in another language: in the values of flags, in
// its first operand, in the file that its first operand names, or on its standard input. told says
// that all that the code prints is known.
func (c act) interpret(l *language, flags []string, operand bool) (told bool) {
	found := false
	for _, g := range c.Flags {
		if g.Valued && slices.Contains(flags, g.Name) {
			found = true
			told = c.handed(l, c.Own(), 0, content{Word: g.Value, Over: "substitution"}, c.Base+" "+g.Spelt())
		}
		if g.Valued && g.Name == "file" && operand {
			file, _ := c.site().Absolute(g.Value)
			if g.Value.Text == "-" {
				file = "/dev/stdin"
			}
			for _, code := range c.sh.run(c.w, file) {
				c.sh.known = c.handOver(c.Own())
				told = c.handed(l, c.Own(), 0, code, c.Base)
			}
		}
		found = found || slices.Contains([]string{"m", "version", "help", "file"}, g.Name)
	}
	operands := c.Own()
	switch {
	case found:
	case len(operands) > 0 && operand:
		w := c.w
		if l.has("input", "$") { // it reads the lines of its files
			c.w = w.fork()
			for _, file := range operands[1:] {
				path, _ := c.site().Absolute(file)
				if list := c.sh.contents(w, path); len(list) > 0 {
					c.w.in = list[len(list)-1]
				}
			}
			c.sh.known = c.handOver(operands[1:])
		}
		told = c.handed(l, operands[1:], 0, content{Word: operands[0], Over: "substitution"}, c.Base)
		c.sh.known = nil
		w.out = c.w.out
		return told
	case len(operands) > 0 && operands[0].Text != "-" && !c.IsFed():
		file, _ := c.site().Absolute(operands[0])
		for _, code := range c.sh.run(c.w, file) {
			told = c.handed(l, operands[1:], 1, code, c.Base)
		}
	case c.w.in.Over != "" && !operand:
		code := c.w.in
		c.w.in = content{}
		return c.handed(l, operands[min(1, len(operands)):], 0, code, c.Base)
	}
	return told
}

// handed reads code in a world whose parameters are the words that the program hands to it: the
// arguments after those that stand for the program, and for the file with the code, 1 if it is in
// one. told says that all that the code prints is known.
func (c act) handed(l *language, args []word, file int, code content, via string) (told bool) {
	v := c.w.fork()
	v.params = args
	if before := strings.Fields(l.says["before"]); len(before) > 0 {
		n, _ := strconv.Atoi(before[min(file, len(before)-1)])
		v.params = append(make([]word, n, n+len(args)), args...)
	}
	told = c.within(v).read(l, code, via)
	c.w.out = v.out
	return told
}

// read reads code that reached a program, with the modules that the code loads.
func (c act) read(l *language, code content, via string) (told bool) {
	c.sh.flows(code.From, c.index, code.Over, true)
	return c.sh.readCode(c.f.under(via), c.w, c.index, l, c.sh.loaded(l, code.Word))
}

// loaded returns code with the files in front that the code names and this call has written.
func (s *store) loaded(l *language, code word) word {
	for _, file := range slices.Sorted(maps.Keys(s.files)) {
		module := s.files[file][len(s.files[file])-1]
		name, _, _ := strings.Cut(path.Base(file), ".")
		if name == "index" || name == "__init__" { // of the folder
			name = path.Base(path.Dir(file))
		}
		if name == "" || module.Text == code.Text || !stands(code.Text, name) {
			continue
		}
		if of := bearing(module.Text); of != nil && of.name == l.name {
			code = module.Word.Plus(code.With("\n" + code.Text))
		}
	}
	return code
}

// heeded runs the code that a program takes from variables.
func (c act) heeded() {
	env := c.sh.Commands[c.index].Env
	if len(env) == 0 {
		return
	}
	for name := range c.Heeds() {
		code := env[name]
		switch {
		case code == "":
			continue
		case name == "PS4": // the shell expands it before each command that it traces
			if !strings.ContainsAny(code, "$`") {
				continue
			}
			code = `: "` + code + `"`
		}
		act{started{index: c.index}, c.expansion}.run(programs.Run{Code: word{Text: code, Known: !strings.Contains(code, "$")}, Via: name, Alone: true})
	}
}

// commanded reads the code that pwsh is given: as text, in base64, in a file that the call wrote,
// or on its standard input.
func (c act) commanded(l *language) {
	args := c.words[1:]
	for len(args) > 0 && strings.IndexAny(args[0].Text, "-/") == 0 && args[0].Text != "-" {
		name := strings.ToLower(strings.TrimLeft(args[0].Text, "-/"))
		args = args[1:]
		switch {
		case name == "c" || len(name) > 2 && strings.HasPrefix("command", name):
			if len(args) == 0 || args[0].Text != "-" {
				c.read(l, content{Word: programs.Join(args, " "), Over: "substitution"}, c.Base+" -Command")
				return
			}
		case name == "e" || name == "ec" || len(name) > 1 && strings.HasPrefix("encodedcommand", name):
			if len(args) > 0 {
				c.read(l, content{Word: decoded(args[0]), Over: "substitution"}, c.Base+" -EncodedCommand")
			}
			return
		case slices.Contains([]string{"nop", "noprofile", "nologo", "noni", "noninteractive", "noexit", "sta", "mta", "l", "login", "i", "interactive", "f", "file"}, name):
		default:
			args = args[min(1, len(args)):] // its value
		}
	}
	switch {
	case len(args) == 0 || args[0].Text == "-":
		if c.w.in.Over != "" {
			c.read(l, c.w.in, c.Base)
		}
	case c.Base != "pwsh" || strings.Contains(args[0].Text, " "):
		c.read(l, content{Word: programs.Join(args, " "), Over: "substitution"}, c.Base)
	default:
		file, _ := c.site().Absolute(args[0])
		for _, code := range c.sh.run(c.w, file) {
			c.read(l, code, c.Base)
		}
	}
}

// decoded decodes the argument of -EncodedCommand: UTF-16 in base64.
func decoded(w word) word {
	raw, err := base64.StdEncoding.DecodeString(w.Text)
	if err != nil || len(raw)%2 != 0 || !w.Known {
		return word{Text: "$(…)"}
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i]) | uint16(raw[2*i+1])<<8
	}
	return w.With(string(utf16.Decode(units)))
}
