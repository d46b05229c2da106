package effects

import "strings"

// dynamic is what code has that may call what it doesn't name.
var dynamic = [...]string{
	"eval", "exec", "getattr", "globals", "locals", "vars(", "__import__", "import_module", "__dict__", "send", "Function(", "this[", "window[",
	"global[", "call_user_func", "$$", "compile(", "unittest", "pytest",
}

// done returns code without the functions that it defines and calls nowhere, as these do nothing; where it
// may call what it doesn't name, the code as it is.
func (l *language) done(code string) string {
	body := l.says["bodies"]
	if body == "" {
		return code
	}
	for _, word := range dynamic {
		if strings.Contains(code, word) {
			return code
		}
	}
	word, _, _ := strings.Cut(l.says["defines"], " ")
	for at := 0; at < len(code); {
		i := strings.Index(code[at:], word+" ")
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(word) + 1
		name := code[at : at+nameLength(code[at:])]
		if name == "" || !l.begins(code[:start], body) {
			continue
		}
		end := bodyEnd(code[start:], body)
		if end == 0 {
			continue
		}
		if rest := code[:start] + code[start+end:]; l.mentions(rest, name) {
			at = start + len(word) + 1
		} else {
			code, at = rest, start
		}
	}
	return code
}

// begins reports whether a definition may begin after this code: where lines are indented, at the
// beginning of one that no decorator stands before; where end ends it, at the beginning of a line; else
// where a statement ended.
func (l *language) begins(before, body string) bool {
	if body == "indent" {
		lines := strings.Split(before, "\n")
		return lines[len(lines)-1] == "" && (len(lines) < 2 || !strings.HasPrefix(lines[len(lines)-2], "@"))
	}
	if body == "end" {
		return !strings.Contains(before, "class ") && (before == "" || strings.HasSuffix(before, "\n"))
	}
	before = strings.TrimSpace(before) // after anything else it may be a value, which others call
	return !strings.Contains(before, "class ") && (before == "" || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "}"))
}

// mentions reports whether code names a function other than to look at it. Capitals are as small
// letters, as to PHP.
func (l *language) mentions(code, name string) bool {
	code, name = strings.ToLower(code), strings.ToLower(name)
	for at := 0; ; {
		i := strings.Index(code[at:], name)
		if i < 0 {
			return false
		}
		before, after := code[:at+i], code[at+i+len(name):]
		at += i + len(name)
		if before != "" && nameLength(before[len(before)-1:]) > 0 || nameLength(after) > 0 {
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(after, " "), "(") || !l.looksAt(before, after) {
			return true
		}
	}
}

// looksAt reports whether what stands around a name only looks at what it names.
func (l *language) looksAt(before, after string) bool {
	for sign := range strings.FieldsSeq(l.says["looks"]) {
		if strings.IndexByte(".)", sign[0]) >= 0 && strings.HasPrefix(after, sign) || strings.HasSuffix(strings.TrimRight(before, " "), sign) {
			return true
		}
	}
	return false
}

// nameLength returns how long the name is that a text begins with.
func nameLength(text string) (n int) {
	for n < len(text) && (letter(text[n]) || digit(text[n]) || n > 0 && (text[n] == '!' || text[n] == '?')) {
		n++
	}
	return n
}

// bodyEnd returns where the function ends that code begins with, 0 if that can't be told.
func bodyEnd(code, body string) int {
	line, rest, _ := strings.Cut(code, "\n")
	switch body {
	case "indent":
		end := len(line)
		if !strings.HasSuffix(strings.TrimSpace(line), ":") {
			return end
		}
		for text := range strings.Lines(rest) {
			if strings.TrimSpace(text) != "" && text[0] != ' ' && text[0] != '\t' {
				break
			}
			end += len(text)
		}
		return min(len(code), end+1)
	case "end":
		if strings.Contains(line, "=") { // it may have no end
			return 0
		}
		for _, end := range []string{"; end", "\nend"} {
			if i := strings.Index(code, end); i > 0 && (end[0] == '\n' || i < len(line)) && nameLength(code[i+len(end):]) == 0 {
				return i + len(end)
			}
		}
		return 0
	}
	depth := 0
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"', '\'', '`':
			for i++; i < len(code) && code[i] != c; i++ {
				if code[i] == '\\' {
					i++
				} else if code[i] == '\n' && c != '`' {
					return 0
				}
			}
		case '/', '#': // a comment or a pattern, where quotes and braces are none
			return 0
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
