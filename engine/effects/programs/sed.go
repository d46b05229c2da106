package programs

import (
	"regexp"
	"slices"
	"strconv"
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
	case !script.Known || c.Has("in-place", "null-data", "separate"):
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

// An editing is a script of sed at work on a text.
type editing struct {
	commands         []sedCommand
	silent, extended bool
	out, ran         []string // lines that are printed; code that is run
	patterns         map[string]*regexp.Regexp
}

// edit edits a text; ok is false if the script has commands that aren't computed here, or if it is too
// much.
func (s *editing) edit(text string) (ok bool) {
	const most = 10_000 // commands that are carried out
	lines := linesOf(text)
	if len(lines)*len(s.commands) > most {
		return false
	}
	s.patterns = map[string]*regexp.Regexp{}
	for n, line := range lines {
		kept, ends, ok := s.line(line, n+1, n+1 == len(lines))
		if !ok {
			return false
		}
		if kept != nil && !s.silent {
			s.out = append(s.out, *kept)
		}
		if ends {
			break
		}
	}
	return len(s.out) < most
}

// line carries out the commands for a line, and returns what becomes of it; nil if it is deleted.
func (s *editing) line(line string, n int, last bool) (kept *string, ends, ok bool) {
	for i := range s.commands {
		c := &s.commands[i]
		if is, ok := s.selects(c, line, n, last); !ok {
			return nil, false, false
		} else if !is {
			continue
		}
		switch c.name {
		case 's':
			if line, ok = s.substituted(c, line); !ok {
				return nil, false, false
			}
		case 'y':
			line = translate(line, strings.ReplaceAll(c.pattern, "-", `\-`), c.text)
		case 'p':
			s.out = append(s.out, line)
		case 'd':
			return nil, false, true
		case 'q':
			return &line, true, true
		case 'i':
			s.out = append(s.out, strings.TrimLeft(c.text, `\ `))
		case 'c':
			s.out = append(s.out, strings.TrimLeft(c.text, `\ `))
			return nil, false, true
		case 'e':
			if c.text == "" {
				s.ran = append(s.ran, line)
			}
		case '#', '}':
		default:
			return nil, false, false
		}
		if len(line) > MaxText {
			return nil, false, false
		}
	}
	return &line, false, true
}

// selects reports whether a command is for a line.
func (s *editing) selects(c *sedCommand, line string, n int, last bool) (is, ok bool) {
	for i := range c.at {
		a := &c.at[i]
		from, ok := s.matches(a.from, line, n, last)
		if !ok {
			return false, false
		}
		in := from
		if a.to != "" {
			to, ok := s.matches(a.to, line, n, last)
			if !ok {
				return false, false
			}
			in = a.within || from
			a.within = in && !(to && (a.to[0] != '/' || a.within))
		}
		if in == a.not {
			return false, true
		}
	}
	return true, true
}

// matches reports whether an address is that of a line.
func (s *editing) matches(address, line string, n int, last bool) (is, ok bool) {
	switch {
	case address == "":
		return true, true
	case address == "$":
		return last, true
	case address[0] == '/':
		re := s.pattern(address[1:], "")
		return re != nil && re.MatchString(line), re != nil
	}
	number, err := strconv.Atoi(address)
	return n == number, err == nil
}

// pattern returns a regular expression, compiled once.
func (s *editing) pattern(text, flags string) *regexp.Regexp {
	re, had := s.patterns[flags+text]
	if !had {
		re = compiled(text, flags, s.extended)
		s.patterns[flags+text] = re
	}
	return re
}

// substituted carries out s on a line.
func (s *editing) substituted(c *sedCommand, line string) (out string, ok bool) {
	flags := ""
	if strings.ContainsAny(c.flags, "Ii") {
		flags = "(?i)"
	}
	re := s.pattern(c.pattern, flags)
	if re == nil || strings.Trim(c.flags, "gpeIi") != "" || len(line)*len(c.text) > MaxText*16 {
		return line, false
	}
	most := 1
	if strings.Contains(c.flags, "g") {
		most = -1
	}
	found := re.FindAllStringSubmatchIndex(line, most)
	if found == nil {
		return line, true
	}
	var b strings.Builder
	at := 0
	for _, m := range found {
		b.WriteString(line[at:m[0]])
		if !replacement(&b, c.text, line, m) || b.Len() > MaxText {
			return line, false
		}
		at = m[1]
	}
	line = b.String() + line[at:]
	if strings.Contains(c.flags, "e") {
		s.ran = append(s.ran, line)
	}
	if strings.Contains(c.flags, "p") {
		s.out = append(s.out, line)
	}
	return line, true
}

// replacement writes what s puts in the place of a match; ok is false if it isn't computed here.
func replacement(b *strings.Builder, text, line string, match []int) (ok bool) {
	for i := 0; i < len(text); i++ {
		group := -1
		switch c := text[i]; {
		case c == '&':
			group = 0
		case c == '\\' && i+1 < len(text):
			i++
			switch c := text[i]; {
			case c >= '0' && c <= '9':
				group = int(c - '0')
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case strings.IndexByte("ULEul", c) >= 0:
				return false
			default:
				b.WriteByte(c)
			}
		default:
			b.WriteByte(c)
		}
		if group >= 0 && 2*group+1 < len(match) && match[2*group] >= 0 {
			b.WriteString(line[match[2*group]:match[2*group+1]])
		}
	}
	return true
}
