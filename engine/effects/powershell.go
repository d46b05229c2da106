package effects

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf16"

	"bcrules.dev/engine/effects/programs"
)

// powershell reads what pwsh is given: code, code in base64, a file that the call has
// written, or what it reads.
func (a *analysis) powershell(f *frame, w *world, c started) {
	read := func(code content, via string) {
		a.flows(code.From, c.index, code.Over, true)
		a.readPowerShell(f.under(via), w, c.index, code.Word)
	}
	args := c.words[1:]
	for len(args) > 0 && strings.IndexAny(args[0].Text, "-/") == 0 && args[0].Text != "-" {
		name := strings.ToLower(strings.TrimLeft(args[0].Text, "-/"))
		args = args[1:]
		switch {
		case name == "c" || len(name) > 2 && strings.HasPrefix("command", name):
			if len(args) == 0 || args[0].Text != "-" {
				read(content{Word: programs.Join(args, " "), Over: "substitution"}, c.Base+" -Command")
				return
			}
		case name == "e" || name == "ec" || len(name) > 1 && strings.HasPrefix("encodedcommand", name):
			if len(args) > 0 {
				read(content{Word: decoded(args[0]), Over: "substitution"}, c.Base+" -EncodedCommand")
			}
			return
		case slices.Contains([]string{"nop", "noprofile", "nologo", "noni", "noninteractive", "noexit", "sta", "mta", "l", "login", "i", "interactive", "f", "file"}, name):
		default:
			args = args[min(1, len(args)):] // its value
		}
	}
	switch {
	case len(args) == 0 || args[0].Text == "-":
		if w.in.Over != "" {
			read(w.in, c.Base)
		}
	case c.Base != "pwsh" || strings.Contains(args[0].Text, " "):
		read(content{Word: programs.Join(args, " "), Over: "substitution"}, c.Base)
	default:
		path, _ := a.site(f, w).Absolute(args[0])
		for _, code := range a.contents(w, path) {
			read(code, c.Base)
		}
	}
}

// decoded returns what is encoded as -EncodedCommand takes it: UTF-16 in base64.
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

// readPowerShell reads code of PowerShell for the commands that it runs. Every block
// counts as run once, and what is in parentheses as what its commands print.
func (a *analysis) readPowerShell(f *frame, w *world, by int, code word) {
	if !a.step(f) {
		return
	}
	if !code.Known && programs.Opaque(code.Text) {
		name := ""
		if by >= 0 {
			name = a.Commands[by].Program
		}
		a.unknown("code", code.Text, name)
		return
	}
	if a.room -= len(code.Text) / 4; a.room < 0 || len(code.Text) > maxForeign {
		a.bound(code.Text)
		return
	}
	s := scripted{analysis: a, f: f, w: w.fork(), by: by, code: code.Text, values: map[string]word{}}
	for s.at < len(s.code) && a.step(f) {
		s.statements()
		s.at++ // what closes nothing
	}
}

// A scripted is at work on code of PowerShell.
type scripted struct {
	*analysis
	f      *frame
	w      *world
	by     int // the command that runs it, -1 for none
	code   string
	at     int
	values map[string]word // of variables, by their names in lower case
	depth  int
}

// keywords stand before what is a condition, a block or a statement of its own.
var keywords = " if elseif else while for foreach switch try catch finally function filter param return throw begin process end do until in trap "

// statements runs statements up to what closes a block, and returns what they print.
func (s *scripted) statements() (out word) {
	if s.depth++; s.depth > maxDepth {
		s.bound(s.code)
		s.at = len(s.code)
	}
	defer func() { s.depth-- }()
	out.Known = true
	for s.step(s.f) {
		s.blank()
		if s.at >= len(s.code) || s.code[s.at] == ')' || s.code[s.at] == '}' {
			break
		}
		if strings.IndexByte(";\n\r|&", s.code[s.at]) >= 0 && !s.calls() {
			s.at++
			continue
		}
		v := s.pipeline()
		out.From = programs.Union(out.From, v.From)
		if out.Text == "" {
			out.Text, out.Known = v.Text, v.Known
		}
	}
	return out
}

// calls reports whether & stands before a command, not between two.
func (s *scripted) calls() bool {
	return s.code[s.at] == '&' && !strings.HasPrefix(s.code[s.at:], "&&")
}

// pipeline runs commands joined by |, and returns what the last prints.
func (s *scripted) pipeline() (out word) {
	in := content{}
	for s.step(s.f) {
		out = s.command(in)
		s.blank()
		if s.at >= len(s.code) || s.code[s.at] != '|' || strings.HasPrefix(s.code[s.at:], "||") {
			return out
		}
		s.at++
		for s.at < len(s.code) && strings.IndexByte("\r\n", s.code[s.at]) >= 0 {
			s.at++
		}
		in = content{Word: out, Over: "pipe"}
	}
	return out
}

// blank goes on to what is no space or comment.
func (s *scripted) blank() {
	for s.at < len(s.code) {
		rest := s.code[s.at:]
		switch {
		case rest[0] == ' ', rest[0] == '\t':
			s.at++
		case strings.HasPrefix(rest, "`\n"), strings.HasPrefix(rest, "`\r"):
			s.at += 2
		case strings.HasPrefix(rest, "<#"):
			if end := strings.Index(rest, "#>"); end >= 0 {
				s.at += end + 2
			} else {
				s.at = len(s.code)
			}
		case rest[0] == '#':
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				s.at += end
			} else {
				s.at = len(s.code)
			}
		default:
			return
		}
	}
}
