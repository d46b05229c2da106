package programs

import (
	"regexp"
	"strconv"
	"strings"
)

// An editing is a script of sed at work on a text.
type editing struct {
	commands         []sedCommand
	silent, extended bool
	out, ran         []string // lines that are printed; code that is run
	patterns         map[string]*regexp.Regexp
}

// edit edits a text; ok is false if the script has commands that aren't computed here, or if it is
// too much.
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
