package effects

import "strings"

// labour returns the most that parsing code may cost, in units of some tenths of a microsecond. It
// counts the characters that begin something new. The body of a here-document costs no more than
// plain text.
func labour(code string) (n int) {
	ends := true // all here-documents so far have ended
	for code != "" {
		end := strings.IndexByte(code, '\n') + 1
		if end == 0 {
			end = len(code)
		}
		line := code[:end]
		code = code[end:]
		n += ofLine(line)
		for _, mark := range heredocs(line) {
			body, rest, ok := "", "", false
			if ends {
				body, rest, ok = cutHeredoc(code, mark)
			}
			if ends = ok; !ok {
				break
			}
			n += len(body)/32 + 15*(strings.Count(body, "$")+strings.Count(body, "`"))
			code = rest
		}
	}
	return n
}

// ofLine returns what parsing a line of code costs.
func ofLine(line string) (n int) {
	for i := range len(line) {
		switch line[i] {
		case ' ', '\t', '=', '\\':
			n += 3
		case '\n', ';', '&', '|', '<', '>', '\'', '"':
			n += 8
		case '(', ')', '$', '`', '{', '}', '[':
			n += 12
		}
	}
	return n + len(line)/8
}

// heredocs returns the marks that end the here-documents a line begins. A << that may be something
// else, in quotes or in arithmetic, begins none.
func heredocs(line string) (marks []string) {
	const most = 8
	for from := 0; len(marks) < most; {
		i := strings.Index(line[from:], "<<")
		if i < 0 {
			return marks
		}
		i += from
		before, rest := line[:i], strings.TrimPrefix(line[i+2:], "-")
		from = i + 2
		if strings.HasPrefix(rest, "<") {
			from++
			continue
		}
		if strings.Count(before, `"`)%2 == 1 || strings.Count(before, "'")%2 == 1 || strings.Contains(before, "((") || strings.Contains(before, "[") || strings.Contains(before, " #") {
			return marks
		}
		mark := strings.TrimLeft(rest, ` '"\`)
		if end := strings.IndexFunc(mark, func(r rune) bool { return !named(string(r)) && (r < '0' || r > '9') }); end >= 0 {
			mark = mark[:end]
		}
		if mark == "" {
			return marks
		}
		marks = append(marks, mark)
	}
	return marks
}

// cutHeredoc splits code around the line that is a mark.
func cutHeredoc(code, mark string) (body, rest string, ok bool) {
	for at := 0; at < len(code); {
		end := strings.IndexByte(code[at:], '\n')
		if end < 0 {
			end = len(code) - at
		}
		if strings.TrimLeft(code[at:at+end], "\t") == mark {
			return code[:at], code[min(at+end+1, len(code)):], true
		}
		at += end + 1
	}
	return "", "", false
}
