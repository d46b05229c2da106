package effects

import (
	"slices"
	"strconv"
	"strings"
)

// A fish translates code of the shell fish into bash, which the analysis reads. In fish, end closes
// every block, (…) stands for what a command prints, and a variable for all of its values.
type fish struct {
	text   string   // what is left
	ends   []string // what closes the open blocks in bash
	opened bool     // a block has just begun
	broken bool     // the text isn't fish
}

// fished translates code of fish into bash; ok is false if the code isn't fish.
func fished(code string) (bash string, ok bool) {
	f := fish{text: code}
	bash = f.list(0)
	return bash, !f.broken && f.text == "" && len(f.ends) == 0
}

// list translates statements up to a bracket, or the end.
func (f *fish) list(closing byte) string {
	var b strings.Builder
	var words []string
	between := ""
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
		if len(words) > 0 {
			if words[0] == "and" || words[0] == "or" { // it goes on with the statement before
				if !f.opened {
					between = map[string]string{"and": " && ", "or": " || "}[words[0]]
				}
				words = words[1:]
			}
			b.WriteString(between + f.statement(words))
			between = ""
		}
		between += strings.ReplaceAll(f.text[:n], ";", "\n")
		words, f.text = nil, f.text[n:]
		if n == 0 {
			f.broken = f.broken || (f.text == "") != (closing == 0)
			f.text = strings.TrimPrefix(f.text, ")")
			return b.String() + strings.TrimRight(between, "\n")
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
			b.WriteString(f.substituted())
			continue
		case c == '$':
			b.WriteString(`"` + f.variable("@") + `"`)
			continue
		case strings.HasPrefix(f.text, "{$"):
			if name, rest, ok := strings.Cut(f.text[2:], "}"); ok && named(name) {
				b.WriteString(`"` + valuesOf(name, "", "@") + `"`)
				f.text = rest
				continue
			}
		case c == '\'' || c == '"':
			b.WriteString(f.quoted(c))
			continue
		case c == '\\': // before a letter or digit, it makes another character
			n = min(2, len(f.text))
			f.broken = f.broken || n < 2 || digit(f.text[1]) || f.text[1] != '_' && letter(f.text[1])
		case strings.HasPrefix(f.text, ">&") || strings.HasPrefix(f.text, "&>"):
			n = 2
		case strings.IndexByte(" \t;\n|&)", c) >= 0:
			return b.String()
		}
		b.WriteString(f.text[:n])
		f.text = f.text[n:]
	}
	return b.String()
}

// substituted translates a command that stands for its output, or for a file with it (psub).
func (f *fish) substituted() string {
	_, f.text, _ = strings.Cut(f.text, "(")
	code := f.list(')')
	if file, ok := strings.CutSuffix(code, "psub"); ok {
		return "<(" + strings.TrimSuffix(file, "|") + ")"
	}
	return "$(" + code + ")"
}

// variable translates a variable; all is @ if each value is a word, * if they form one.
func (f *fish) variable(all string) string {
	n := 1
	for n < len(f.text) && (letter(f.text[n]) || digit(f.text[n])) {
		n++
	}
	name, index := f.text[1:n], ""
	f.text = f.text[n:]
	f.broken = f.broken || name == "" // $$: the variable that a variable names
	if strings.HasPrefix(f.text, "[") {
		index, f.text, _ = strings.Cut(f.text[1:], "]")
	}
	return valuesOf(name, index, all)
}

// valuesOf translates a variable of fish, whose values are counted from 1. An index that isn't a
// number may be any.
func valuesOf(name, index, all string) string {
	n, _ := strconv.Atoi(index)
	switch {
	case name == "argv" && n > 0:
		return "${" + index + "}"
	case name == "argv":
		return "$" + all
	case n > 0:
		all = strconv.Itoa(n - 1)
	}
	return "${" + name + "[" + all + "]}"
}

// quoted translates a quoted text. Within single quotes, a backslash in fish escapes a quote or a
// backslash; in bash it escapes nothing. Within double quotes, a command has a $ before it.
func (f *fish) quoted(quote byte) string {
	var b strings.Builder
	for f.text = f.text[1:]; f.text != ""; {
		n := 1
		switch c := f.text[0]; {
		case c == quote && quote == '"':
			f.text = f.text[1:]
			return `"` + b.String() + `"`
		case c == quote:
			f.text = f.text[1:]
			return "'" + strings.ReplaceAll(b.String(), "'", `'\''`) + "'"
		case quote == '\'' && (strings.HasPrefix(f.text, `\'`) || strings.HasPrefix(f.text, `\\`)):
			f.text = f.text[1:]
		case quote == '\'':
		case c == '\\':
			n = min(2, len(f.text))
		case c == '`':
			b.WriteByte('\\')
		case strings.HasPrefix(f.text, "$("):
			b.WriteString(f.substituted())
			continue
		case c == '$':
			b.WriteString(f.variable("*"))
			continue
		}
		b.WriteString(f.text[:n])
		f.text = f.text[n:]
	}
	f.broken = true
	return ""
}

// begins opens a block; end closes it in bash.
func (f *fish) begins(code, end string) string {
	f.ends, f.opened = append(f.ends, end), true
	return code
}

// ended closes the innermost block, and returns what closes it in bash.
func (f *fish) ended() (end string) {
	n := len(f.ends)
	if f.broken = f.broken || n == 0; n > 0 {
		end, f.ends = f.ends[n-1], f.ends[:n-1]
	}
	return end
}

// condition translates the condition of a block, which may itself be a block.
func (f *fish) condition(words []string, then, end string) string {
	n := len(f.ends)
	f.ends = append(f.ends, end)
	code := f.statement(words)
	if f.opened = true; len(f.ends) > n+1 {
		f.ends[n+1] += "; " + then
		return code
	}
	return code + "; " + then
}

// statement translates a statement, by its first word.
func (f *fish) statement(words []string) string {
	if f.opened = false; len(words) == 0 {
		return ""
	}
	rest := strings.Join(words[1:], " ")
	switch words[0] {
	case "for":
		return f.begins("for "+rest+"; do", "done")
	case "while":
		return "while " + f.condition(words[1:], "do", "done")
	case "if":
		return "if " + f.condition(words[1:], "then", "fi")
	case "else":
		if f.opened = true; rest == "" {
			return "else"
		}
		if f.ended(); words[1] != "if" {
			f.broken = true
		}
		return "elif " + f.condition(words[2:], "then", "fi")
	case "begin":
		return f.begins("{", "}") + "\n" + f.statement(words[1:])
	case "function":
		return f.function(words[1:])
	case "switch":
		return f.begins("case "+rest+" in", "esac")
	case "case":
		return f.branch(words[1:])
	case "end":
		return f.ended() + " " + rest
	case "not":
		return "! " + f.statement(words[1:])
	case "set":
		return f.assigned(words[1:])
	case "alias":
		if len(words) == 3 {
			return "alias " + words[1] + "=" + words[2]
		}
	case "funcsave": // a saved function runs at some time
		return strings.Join(words[1:], "\n")
	}
	return strings.Join(words, " ")
}

// function translates the head of a function. Its flags name arguments, or what triggers the
// function; a triggered function counts as called at once. Other flags don't matter.
func (f *fish) function(words []string) string {
	if len(words) == 0 {
		f.broken = true
		return ""
	}
	code, end, flag, n := words[0]+"() {", "}", "", 0
	for _, w := range words[1:] {
		switch {
		case strings.HasPrefix(w, "-"):
			if flag = w; strings.HasPrefix(w, "--on-") || strings.IndexByte("evjps", w[len(w)-1]) >= 0 && len(w) == 2 {
				end = "}\n" + words[0]
			}
		case strings.HasPrefix(flag, "-a") || strings.HasPrefix(flag, "--arg"):
			n++
			code += "\n" + w + "=$" + strconv.Itoa(n)
		}
	}
	return f.begins(code, end)
}

// branch closes the case before and translates the patterns of the next, in which quotes don't
// matter.
func (f *fish) branch(patterns []string) string {
	f.opened = true
	pattern := strings.NewReplacer("'", "", `"`, "").Replace(strings.Join(patterns, "|")) + ")"
	if n := len(f.ends); n > 0 && f.ends[n-1] == "esac" {
		f.ends[n-1] = ";;\nesac"
		return pattern
	}
	return ";;\n" + pattern
}

// assigned translates a set command that gives a variable no value, one or several. A command that
// sets a single element isn't translated.
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
	if n < 0 || has("eqnS", "erase", "query", "names", "show") {
		return "test " + strings.Join(words, " ")
	}
	f.broken = f.broken || strings.Contains(words[n], "[")
	name, values := words[n], words[n+1:]
	switch {
	case has("ap", "append", "prepend"):
		return name + "+=(" + strings.Join(values, " ") + ")"
	case len(values) != 1:
		return name + "=(" + strings.Join(values, " ") + ")"
	case has("x", "export"):
		return "export " + name + "=" + values[0]
	}
	return name + "=" + values[0]
}
