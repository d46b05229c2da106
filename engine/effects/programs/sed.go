package programs

import (
	"slices"
	"strings"
)

// sedRuns returns what sed runs through its command e, and through the flag e of s.
func sedRuns(c Call, around Surroundings) (list []Run, only bool) {
	script, files := c.sedScript()
	if !strings.Contains(script.Text, "e") {
		return nil, false
	}
	s := editing{commands: sedCommands(script.Text), silent: c.Has("quiet"), extended: c.Has("regexp-extended")}
	own := false // it runs lines that it reads
	for _, cmd := range s.commands {
		switch {
		case cmd.name == 'e' && cmd.text != "":
			list = append(list, runCode(script.With(cmd.text), c.Base))
		case cmd.name == 'e' || cmd.name == 's' && strings.Contains(cmd.flags, "e"):
			own = true
		}
	}
	if !own {
		return list, list != nil
	}
	if in, ok := c.read(files, around); ok && s.edit(in.Text) {
		for _, code := range s.ran {
			r := runCode(in.With(code), c.Base)
			r.Over = around.In.Over
			list = append(list, r)
		}
		return list, true
	}
	for _, cmd := range s.commands {
		if cmd.name == 's' && strings.Contains(cmd.flags, "e") {
			list = append(list, runCode(script.With(strings.NewReplacer(`\n`, "\n", `\`, "").Replace(cmd.text)), c.Base))
		}
	}
	if len(files) == 0 && around.In.Over != "" {
		list = append(list, runInput(around.In, c.Base))
	}
	return list, list != nil
}

// sedText returns what sed prints.
func sedText(c Call, args []Word, around Surroundings) (Word, bool) {
	script, files := c.sedScript()
	in, ok := c.read(files, around)
	switch {
	case !ok:
		return columnsText(c, args, around)
	case !script.Known || c.Has("null-data", "separate"):
		return Word{}, false
	}
	s := editing{commands: sedCommands(script.Text), silent: c.Has("quiet"), extended: c.Has("regexp-extended")}
	if !s.edit(in.Text) || len(s.ran) > 0 {
		return Word{}, false
	}
	return in.ofLines(s.out), true
}

// sedScript returns a script of sed, and the files that are edited.
func (c Call) sedScript() (script Word, files []Word) {
	var parts []Word
	files = c.Own()
	for _, f := range c.Flags {
		if f.Name == "expression" && f.Valued {
			parts = append(parts, f.Value)
		}
	}
	if len(parts) == 0 && len(files) > 0 && !c.Has("file") {
		parts, files = files[:1], files[1:]
	}
	if len(parts) == 0 {
		return Word{}, files
	}
	return Join(parts, "\n"), files
}

// A sedCommand is a command of sed, with the addresses before it and before the blocks around it.
type sedCommand struct {
	name    byte
	at      []sedAddress
	pattern string // of s and y
	text    string // what s and y put in its place; what e runs, what a, i and c add
	flags   string // of s
}

// A sedAddress says for which lines a command is: N, $, /re/ or two of these, or for the others.
type sedAddress struct {
	from, to string
	not      bool
	within   bool // the first was found, the second wasn't
}

// sedCommands reads a script of sed, up to what is none.
func sedCommands(script string) (list []sedCommand) {
	const most = 100
	var blocks []sedAddress
	for len(list) < most {
		script = strings.TrimLeft(script, " \t\n;")
		var at sedAddress
		at.from, script = cutAddress(script)
		if rest, two := strings.CutPrefix(script, ","); two {
			at.to, script = cutAddress(strings.TrimLeft(rest, " "))
		}
		script = strings.TrimLeft(script, " ")
		if rest, not := strings.CutPrefix(script, "!"); not {
			at.not, script = true, strings.TrimLeft(rest, " ")
		}
		if script == "" {
			return list
		}
		c := sedCommand{name: script[0], at: append(slices.Clip(blocks), at)}
		switch script = script[1:]; c.name {
		case '{':
			blocks = c.at
			continue
		case '}':
			blocks = blocks[:max(len(blocks)-1, 0)]
			continue
		case 's', 'y':
			if script == "" {
				return list
			}
			sign := script[0]
			c.pattern, script = cutPart(script[1:], sign)
			c.text, script = cutPart(script, sign)
			end := strings.IndexAny(script+"\n", "\n;} #")
			c.flags, script = script[:end], script[end:]
		case 'e', 'a', 'i', 'c', 'r', 'w', 'R', 'W', 'b', 't', 'T', ':', '#':
			c.text, script, _ = strings.Cut(script, "\n")
			if c.text = strings.TrimLeft(c.text, " "); c.name == 'e' && (c.text == "" || strings.IndexByte(";}", c.text[0]) >= 0) {
				c.text, script = "", c.text+"\n"+script
			}
		}
		list = append(list, c)
	}
	return list
}

// cutAddress cuts an address from the beginning of a script.
func cutAddress(script string) (address, rest string) {
	switch {
	case script == "":
		return "", ""
	case script[0] == '/':
		re, rest := cutPart(script[1:], '/')
		more := strings.TrimLeft(rest, "I")
		return "/" + re, more
	}
	rest = strings.TrimLeft(script, "0123456789$~+")
	return script[:len(script)-len(rest)], rest
}

// cutPart cuts a script at a sign. A backslash before the sign takes its meaning.
func cutPart(script string, sign byte) (part, rest string) {
	var b strings.Builder
	for i := 0; i < len(script); i++ {
		switch {
		case script[i] == '\\' && i+1 < len(script):
			if i++; script[i] != sign {
				b.WriteByte('\\')
			}
			b.WriteByte(script[i])
		case script[i] == sign:
			return b.String(), script[i+1:]
		default:
			b.WriteByte(script[i])
		}
	}
	return b.String(), ""
}
