package effects

import (
	"slices"
	"strings"
)

// A fish translates code of the shell fish to that of bash, which is read. Blocks end with a word of
// their own there, and (…) stands for what a command prints.
type fish struct {
	text   string // what is left
	ends   []string
	broken bool // it is none
}

// fished returns code of fish as bash has it; ok is false if the code is none.
func fished(code string) (bash string, ok bool) {
	f := fish{text: code}
	bash = f.list(0)
	return bash, !f.broken && f.text == "" && len(f.ends) == 0
}

// list translates statements up to a bracket, or the end.
func (f *fish) list(closing byte) string {
	var b strings.Builder
	var words []string
	for {
		f.text = strings.TrimLeft(f.text, " \t")
		if f.text != "" && f.text[0] == '#' {
			f.text = f.text[len(strings.SplitN(f.text, "\n", 2)[0]):]
		}
		n := len(f.text) - len(strings.TrimLeft(f.text, ";\n|&"))
		if n == 0 && f.text != "" && f.text[0] != ')' {
			words = append(words, f.word())
			continue
		}
		after := f.text[:n]
		if strings.ContainsAny(after, ";\n") {
			after = "\n"
		}
		b.WriteString(f.statement(words) + after)
		words, f.text = nil, f.text[n:]
		switch {
		case n > 0:
		case f.text == "":
			f.broken = f.broken || closing != 0
			return b.String()
		case closing == 0:
			f.broken = true
			return b.String()
		default:
			f.text = f.text[1:]
			return b.String()
		}
	}
}

// word translates a word.
func (f *fish) word() string {
	var b strings.Builder
	for f.text != "" {
		n := 1
		switch c := f.text[0]; {
		case c == '(' || strings.HasPrefix(f.text, "$("):
			f.text = f.text[strings.IndexByte(f.text, '(')+1:]
			b.WriteString("$(" + f.list(')') + ")")
			continue
		case c == '\'' || c == '"':
			b.WriteString(f.quoted(c))
			continue
		case c == '\\': // before a letter or digit it stands for another character
			n = min(2, len(f.text))
			f.broken = f.broken || n < 2 || f.text[1] != '\n' && isWord(f.text[1])
		case strings.HasPrefix(f.text, "$$"): // the variable that a variable names
			f.broken = true
		case strings.HasPrefix(f.text, ">&") || strings.HasPrefix(f.text, "&>"):
			n = 2
		case strings.HasPrefix(f.text, "$argv"):
			f.text = f.text[len("$argv"):]
			b.WriteString(`"$@"`)
			continue
		case strings.IndexByte(" \t;\n|&)", c) >= 0:
			return b.String()
		}
		b.WriteString(f.text[:n])
		f.text = f.text[n:]
	}
	return b.String()
}

// quoted translates a quoted text. Within single quotes fish escapes the quote and the backslash, and
// bash nothing; a command within double quotes isn't translated.
func (f *fish) quoted(quote byte) string {
	var b strings.Builder
	for n := 1; n < len(f.text); n++ {
		c := f.text[n]
		if c == quote {
			said := f.text[1:n]
			f.text = f.text[n+1:]
			if quote == '"' {
				f.broken = f.broken || strings.Contains(said, "$(") || strings.Contains(said, "`") || strings.Contains(said, "$$")
				return `"` + said + `"`
			}
			return "'" + strings.ReplaceAll(b.String(), "'", `'\''`) + "'"
		}
		if c == '\\' && n+1 < len(f.text) {
			if n++; quote == '\'' && f.text[n] != '\'' && f.text[n] != '\\' {
				b.WriteByte(c)
			}
			c = f.text[n]
		}
		b.WriteByte(c)
	}
	f.broken, f.text = true, ""
	return ""
}

// isWord reports whether a byte is a letter or digit.
func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// statement translates a statement that begins with a word of the language's own.
func (f *fish) statement(words []string) string {
	if len(words) == 0 {
		return ""
	}
	rest := strings.Join(words[1:], " ")
	begins := func(code, end string) string {
		f.ends = append(f.ends, end)
		return code
	}
	switch words[0] {
	case "for":
		return begins("for "+rest+"; do", "done")
	case "while":
		return begins("while "+f.statement(words[1:])+"; do", "done")
	case "if":
		return begins("if "+f.statement(words[1:])+"; then", "fi")
	case "else":
		if rest == "" {
			return "else"
		}
		f.broken = f.broken || words[1] != "if"
		return "elif " + f.statement(words[2:]) + "; then"
	case "begin":
		return begins("{", "}") + "\n" + f.statement(words[1:])
	case "function": // what its flags run isn't read
		f.broken = f.broken || len(words) < 2 || strings.HasPrefix(words[1], "-") || strings.Contains(rest, "$(")
		return begins(strings.Join(words[1:min(2, len(words))], "")+"() {", "}")
	case "switch":
		return begins("case "+rest+" in", "esac")
	case "case":
		return f.branch(words[1:])
	case "end":
		n := len(f.ends)
		if f.broken = f.broken || n == 0; f.broken {
			return ""
		}
		end := f.ends[n-1]
		f.ends = f.ends[:n-1]
		return end + " " + rest
	case "and", "or":
		return f.statement(words[1:])
	case "not":
		return "! " + f.statement(words[1:])
	case "set":
		return f.assigned(words[1:])
	}
	return strings.Join(words, " ")
}

// branch translates the patterns of a case, and ends the one before.
func (f *fish) branch(patterns []string) string {
	pattern := strings.Join(patterns, "|") + ")"
	if n := len(f.ends); n > 0 && f.ends[n-1] == "esac" {
		f.ends[n-1] = ";;\nesac"
		return pattern
	}
	return ";;\n" + pattern
}

// assigned translates what sets a variable, after flags, to no value, one or several. What adds to a
// variable, or sets one of its values, isn't translated.
func (f *fish) assigned(words []string) string {
	n := slices.IndexFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-") })
	has := func(short string, long ...string) bool {
		return slices.ContainsFunc(words[:max(n, 0)], func(flag string) bool {
			if !strings.HasPrefix(flag, "--") {
				return strings.ContainsAny(flag, short)
			}
			return slices.ContainsFunc(long, func(name string) bool { return strings.HasPrefix(name, flag[2:]) })
		})
	}
	switch {
	case n < 0 || has("eqnS", "erase", "query", "names", "show"):
		return "true " + strings.Join(words, " ")
	case has("ap", "append", "prepend") || strings.Contains(words[n], "["):
		f.broken = true
		return ""
	case len(words) == n+2:
		return words[n] + "=" + words[n+1]
	}
	all := strings.Join(words[n+1:], " ")
	if strings.ContainsAny(all, `'"\~`) {
		return words[n] + "=(" + all + ")"
	}
	return words[n] + `="` + all + `"` // $NAME is all of them
}
