package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// command runs a command of PowerShell, and returns what it prints. An expression is its
// own value.
func (s *scripted) command(in content) word {
	s.blank()
	called := s.at < len(s.code) && s.calls()
	if called {
		s.at++
	}
	list, expresses := s.words(called)
	switch {
	case len(list) == 0:
		return in.Word
	case expresses && len(list) > 2 && list[1][0].Text == "=" && strings.HasPrefix(list[0][0].Text, "${"):
		return s.assigned(list)
	case expresses:
		out := word{Known: true}
		for _, words := range list {
			for _, v := range words {
				out.From = programs.Union(out.From, v.From)
			}
		}
		out.Text, out.Known = list[0][0].Text, list[0][0].Known && len(list) == 1
		return out
	}
	return s.cmdlet(list, in)
}

// words reads the words of a command, several for one where commas join them. An
// expression begins with none that names a command.
func (s *scripted) words(called bool) (list [][]word, expresses bool) {
	joined := false
	for s.step(s.f) {
		s.blank()
		if s.at >= len(s.code) || strings.IndexByte(";\n\r|)}&", s.code[s.at]) >= 0 {
			break
		}
		if c := s.code[s.at]; c == ',' {
			s.at, joined = s.at+1, true
			continue
		}
		if s.redirect() {
			continue
		}
		first := s.code[s.at]
		v, bare := s.word()
		if len(list) == 0 && bare && strings.Contains(keywords, " "+strings.ToLower(v.Text)+" ") {
			continue
		}
		if len(list) == 0 && !called {
			expresses = !bare || first == '$' || first == '['
		}
		if joined && len(list) > 0 {
			list[len(list)-1] = append(list[len(list)-1], v)
		} else {
			list = append(list, []word{v})
		}
		joined = false
	}
	return list, expresses
}

// assigned gives a variable its value: one word, or what a command prints.
func (s *scripted) assigned(list [][]word) word {
	name := strings.ToLower(strings.Trim(list[0][0].Text, "${}"))
	v := list[2][0]
	if len(list) > 3 || len(list[2]) > 1 {
		from := v.From
		if text := v.Text; v.Known && text != "" && strings.IndexByte("$('\"", text[0]) < 0 {
			from = s.cmdlet(list[2:], content{}).From
		}
		v = word{Text: "${" + name + "}", From: from}
	}
	s.values[name] = v
	return word{Known: true}
}

// redirect reads > and the file after it, if there is such.
func (s *scripted) redirect() bool {
	rest := strings.TrimLeft(s.code[s.at:], "123456*")
	if !strings.HasPrefix(rest, ">") {
		return false
	}
	s.at = len(s.code) - len(strings.TrimLeft(rest, ">"))
	s.blank()
	if s.at < len(s.code) {
		if s.code[s.at] == '&' { // 2>&1
			s.at += min(2, len(s.code)-s.at)
			return true
		}
		if v, _ := s.word(); v.Text != "${null}" {
			s.writes(s.site(s.f, s.w).File("write", s.path(v), false, "pwsh"))
		}
	}
	return true
}

// word reads a word; bare if it stands without quotes and parentheses.
func (s *scripted) word() (v word, bare bool) {
	v, bare = word{Known: true}, true
	for first := true; s.at < len(s.code) && s.step(s.f); first = false {
		c := s.code[s.at]
		switch {
		case strings.IndexByte(" \t\r\n;|,)}", c) >= 0, c == '&':
			return v, bare
		case c == '\'' || c == '"':
			bare = bare && !first
			v = v.Plus(s.quoted(c))
		case c == '`' && s.at+1 < len(s.code):
			v.Text += s.code[s.at+1 : s.at+2]
			s.at += 2
		case c == '(' && !first && bare:
			s.at++
			return s.method(v), false
		case c == '(' || strings.HasPrefix(s.code[s.at:], "$(") || strings.HasPrefix(s.code[s.at:], "@("):
			s.at += 1 + strings.IndexByte(s.code[s.at:], '(')
			out := s.statements()
			s.at = min(s.at+1, len(s.code))
			v = v.Plus(word{Text: "$(…)", From: out.From})
			if bare = false; s.at < len(s.code) && s.code[s.at] == '.' { // (…).Method(…)
				bare, v.Text = true, ""
			}
		case c == '{' || strings.HasPrefix(s.code[s.at:], "@{"):
			s.at += 1 + strings.IndexByte(s.code[s.at:], '{')
			s.statements()
			s.at = min(s.at+1, len(s.code))
			return v.Plus(word{Text: "{…}", Known: true}), false
		case c == '$' && s.at+1 < len(s.code):
			v = v.Plus(s.variable())
		default:
			size := 1 + strings.IndexAny(s.code[s.at+1:], " \t\r\n;|,)}&'\"`({$@")
			if size == 0 {
				size = len(s.code) - s.at
			}
			v = v.Plus(word{Text: s.code[s.at : s.at+size], Known: true})
			s.at += size
		}
	}
	return v, bare
}

// quoted reads a text in quotes.
func (s *scripted) quoted(quote byte) word {
	b := programs.Builder{}
	b.Add(word{Known: true})
	for s.at++; s.at < len(s.code) && s.step(s.f); {
		c := s.code[s.at]
		switch {
		case c == quote && strings.HasPrefix(s.code[s.at+1:], string(quote)):
			b.Add(word{Text: string(quote), Known: true})
			s.at += 2
		case c == quote:
			s.at++
			return b.Word()
		case c == '`' && quote == '"' && s.at+1 < len(s.code):
			b.Add(word{Text: s.code[s.at+1 : s.at+2], Known: true})
			s.at += 2
		case quote == '"' && strings.HasPrefix(s.code[s.at:], "$("):
			s.at += 2
			out := s.statements()
			s.at = min(s.at+1, len(s.code))
			b.Add(word{Text: "$(…)", From: out.From})
		case quote == '"' && c == '$' && s.at+1 < len(s.code):
			b.Add(s.variable())
		default:
			end := s.at + 1
			for end < len(s.code) && s.code[end] != quote && s.code[end] != '$' && s.code[end] != '`' {
				end++
			}
			b.Add(word{Text: s.code[s.at:end], Known: true})
			s.at = end
		}
	}
	return b.Word()
}

// variable reads a variable: what it was set to, a folder that all systems have, or not
// known.
func (s *scripted) variable() word {
	s.at++
	braces := s.code[s.at] == '{'
	if braces {
		s.at++
	}
	start := s.at
	for s.at < len(s.code) && (letter(s.code[s.at]) || s.code[s.at] >= '0' && s.code[s.at] <= '9' || s.code[s.at] == ':' && !strings.HasPrefix(s.code[s.at:], "::")) {
		s.at++
	}
	name := strings.ToLower(s.code[start:s.at])
	if braces && s.at < len(s.code) {
		s.at++
	}
	if v, ok := s.values[name]; ok {
		return v
	}
	switch name {
	case "home", "env:userprofile", "env:home":
		if s.f.home != "" { // as a program gets it, to which ~ is no folder
			return word{Text: s.f.home, Known: true}
		}
		return word{Text: "~", Known: true}
	case "pwd":
		return word{Text: ".", Known: true}
	case "env:temp", "env:tmp", "env:tmpdir":
		return word{Text: "${TMPDIR}"}
	case "true", "false":
		return word{Text: "$" + name, Known: true}
	case "":
		return word{Text: "$", Known: true}
	}
	return word{Text: "${" + strings.TrimPrefix(name, "env:") + "}"}
}
