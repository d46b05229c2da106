package effects

import "strings"

// dynamic is what stands in code that may call functions without naming them.
var dynamic = [...]string{
	"eval", "exec", "getattr", "globals", "locals", "vars(", "__import__", "import_module", "__dict__", "send", "Function(", "this[", "window[",
	"global[", "call_user_func", "$$", "compile(", "unittest", "pytest",
}

// done drops the functions that code defines and calls nowhere, because they do nothing. Code that
// may call functions without naming them stays as it is.
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
	if callsValue(code) {
		return code
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
		from, end := bodyOf(code[start:], body)
		if end == 0 || l.mentions(code[:start]+code[start+end:], name) {
			continue
		}
		code = code[:start+from] + "\n" + code[start+end:]
	}
	return code
}

// callsValue reports whether code calls what a variable holds, or an element: $f(), this["f"]().
func callsValue(code string) bool {
	for i := 1; i < len(code); i++ {
		if code[i] != '(' {
			continue
		}
		name := i
		for name > 0 && nameLength(code[name-1:name]) > 0 {
			name--
		}
		if code[i-1] == ']' || name < i && name > 0 && code[name-1] == '$' {
			return true
		}
	}
	return false
}

// begins reports whether a definition may begin after this code. Where bodies are indented, it may
// begin a line without a decorator before it. Where end closes bodies, it may begin any line.
// Elsewhere it may follow the end of a statement.
func (l *language) begins(before, body string) bool {
	if body == "indent" {
		if before != "" && !strings.HasSuffix(before, "\n") {
			return false
		}
		last := ""
		for line := range strings.Lines(before) {
			if strings.TrimSpace(line) != "" && strings.IndexByte(" \t#)]}", line[0]) < 0 {
				last = line
			}
		}
		return !strings.HasPrefix(last, "@")
	}
	if body == "end" {
		return !strings.Contains(before, "class ") && (before == "" || strings.HasSuffix(before, "\n"))
	}
	before = strings.TrimSpace(before) // after anything else it may be a value, which others call
	return !strings.Contains(before, "class ") && (before == "" || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "}"))
}

// mentions reports whether code does more with a function's name than look at the function. Case
// doesn't matter, as in PHP.
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

// looksAt reports whether the text around a function's name only looks at the function.
func (l *language) looksAt(before, after string) bool {
	for sign := range strings.FieldsSeq(l.says["looks"]) {
		if strings.IndexByte(".)", sign[0]) >= 0 && strings.HasPrefix(after, sign) || strings.HasSuffix(strings.TrimRight(before, " "), sign) {
			return true
		}
	}
	return false
}

// nameLength returns the length of the name that a text begins with.
func nameLength(text string) (n int) {
	for n < len(text) && (letter(text[n]) || digit(text[n]) || n > 0 && (text[n] == '!' || text[n] == '?')) {
		n++
	}
	return n
}

// bodyOf returns where the body of the function at the beginning of code starts and ends; the end
// is 0 if that can't be told. Where bodies are indented, the head isn't part of the body, because
// it runs when the function is defined.
func bodyOf(code, body string) (start, end int) {
	switch body {
	case "indent":
		start, end = indented(code)
	case "end":
		end = ended(code)
	default:
		end = enclosing(code)
	}
	for _, quote := range []string{`"""`, "'''"} { // a text that goes on after the body
		if strings.Count(code[start:end], quote)%2 > 0 {
			return 0, 0
		}
	}
	return start, end
}

// indented returns where the indented body of a function begins and ends.
func indented(code string) (start, end int) {
	line, rest, _ := strings.Cut(code, "\n")
	depth := 0
	for i := 0; i < len(line) && start == 0; i++ {
		switch {
		case strings.IndexByte("([{", line[i]) >= 0:
			depth++
		case strings.IndexByte(")]}", line[i]) >= 0:
			depth--
		case line[i] == ':' && depth == 0:
			start = i + 1
		}
	}
	if start == 0 {
		return 0, 0
	}
	end = len(line) + 1
	for text := range strings.Lines(rest) {
		if strings.TrimSpace(text) != "" && text[0] != ' ' && text[0] != '\t' {
			break
		}
		end += len(text)
	}
	return start, min(len(code), end)
}

// ended returns the index after the word that ends a function; 0 if it can't be told.
func ended(code string) int {
	line, _, _ := strings.Cut(code, "\n")
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

// enclosing returns the index after the brace that closes a function; 0 if it can't be told.
func enclosing(code string) int {
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
		case '/', '#': // a comment or a pattern, where quotes and braces mean nothing
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
