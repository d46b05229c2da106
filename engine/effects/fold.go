package effects

import (
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// folded puts constants in place of the names in a text, and reports whether all of them are known.
func (s *scope) folded(text string) (out string, known bool) {
	var b strings.Builder
	known = true
	for text != "" {
		before, rest, ok := strings.Cut(text, "$")
		b.WriteString(before)
		if !ok {
			break
		}
		name, after := cutName("$" + rest)
		v := s.values[name]
		if v == nil {
			v = s.values["$"+name]
		}
		if name == "" || len(v) != 1 || !v[0].Known || b.Len() > maxAddress {
			known = false
			b.WriteString("$")
			text = rest
			continue
		}
		b.WriteString(v[0].Text)
		text = after
	}
	return b.String(), known && !strings.Contains(b.String(), "@")
}

// constants returns the arguments of the call ahead, and where the call ends; the end is 0 unless
// all of them are known texts.
func (r *reader) constants() (args []word, end int) {
	depth := 0
	for at := r.at; at < min(len(r.list), r.at+nearby); at++ {
		v := []word(nil)
		switch t := r.list[at]; t.kind {
		case '(', '[':
			depth++
			continue
		case ')', ']':
			if depth--; depth <= 0 {
				return args, at + 1
			}
			continue
		case ',':
			continue
		case 's':
			v = []word{r.word(t)}
		case 'n':
			v = r.values[t.text]
		}
		if len(v) == 0 || !allKnown(v) {
			break
		}
		args = append(args, v...)
	}
	return nil, 0
}

// formed evaluates a method of texts and goes past the call; nil if the result isn't known.
func (r *reader) formed(name string, v []word) (out []word) {
	if len(v) == 0 || !allKnown(v) {
		return nil
	}
	if r.l.has("same", name) {
		r.group()
		return v
	}
	if name == ".map" && (r.next(0) == '(' || r.next(0) == '{') {
		return r.mapped(v)
	}
	if name == ".join" && r.next(0) != '(' && r.l.says["join"] != "" {
		return []word{programs.Join(v, "")}
	}
	if r.next(0) != '(' {
		return nil
	}
	args, end := r.constants()
	if end == 0 && name == ".join" && slices.ContainsFunc(r.list[r.at:min(r.at+4, len(r.list))], func(t token) bool { return t.kind == 'n' && r.l.does(t.text, r.imported) == letters }) {
		at := r.at
		args = r.primary()
		if end, r.at = r.at, at; len(args) == 0 || !allKnown(args) {
			return nil
		}
	}
	if end == 0 || !r.affordable(v, args) {
		return nil
	}
	if out = r.textual(name, v, args); out != nil {
		r.at = end
	}
	return out
}

// textual returns what a method of texts makes of known arguments, nil if it isn't known.
func (r *reader) textual(name string, v, args []word) (out []word) {
	switch first := v[0]; {
	case name == ".join" && r.l.says["join"] != "": // called on a list, with the text between its items
		out = []word{programs.Join(v, programs.Join(args, "").Text)}
	case name == ".join":
		out = []word{programs.Join(args, first.Text)}
	case name == ".format":
		out = []word{formatted(first, "{}", args)}
	case name == ".split" && len(args) == 1:
		for _, part := range strings.Split(first.Text, args[0].Text) {
			out = append(out, first.With(part))
		}
	case (name == ".replace" || name == ".replaceAll") && len(args) == 2:
		out = []word{first.With(strings.ReplaceAll(first.Text, args[0].Text, args[1].Text))}
	case name == ".reverse" && len(v) > 1:
		out = slices.Clone(v)
		slices.Reverse(out)
	case name == ".reverse":
		out = []word{first.With(reversed(first.Text))}
	case (name == ".pack" || strings.HasPrefix(name, ".unpack")) && len(args) == 1:
		if out = characters(v); out == nil || !strings.ContainsAny(args[0].Text, "CcU") {
			text, ok := decipher(args[0].Text, first.Text)
			if !ok {
				return nil
			}
			out = []word{first.With(text)}
		}
	case name == ".decode" || name == ".encode" || name == ".toString":
		out = v
	default:
		return nil
	}
	return out
}

// affordable reports whether texts are short enough to put one into every place of another.
func (r *reader) affordable(v, args []word) bool {
	length := func(list []word) (n int) {
		for _, w := range list {
			n += len(w.Text) + 1
		}
		return n
	}
	size := length(v) * max(1, length(args))
	r.sh.steps -= size >> 12
	return length(v) <= maxAddress && size <= maxText
}

// fill fills texts into the first of them, if there is one.
func (r *reader) fill(v []word) []word {
	if len(v) < 2 || !r.affordable(v[:1], v[1:]) {
		return []word{{Text: "$(…)"}}
	}
	mark := "%s"
	if strings.Contains(v[0].Text, "{}") {
		mark = "{}"
	}
	return []word{formatted(v[0], mark, v[1:])}
}

// formatted fills arguments into a text. Each takes the place of the next mark, or of {0} and so
// on.
func formatted(v word, mark string, args []word) word {
	for i, arg := range args {
		if len(v.Text)*(len(arg.Text)+1) > maxText {
			v.Known = false
			break
		}
		text := strings.Replace(v.Text, mark, arg.Text, 1)
		v.Text, v.Known = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", arg.Text), v.Known && arg.Known
	}
	v.Known = v.Known && !strings.Contains(v.Text, mark)
	return v
}

func reversed(text string) string {
	letters := []rune(text)
	slices.Reverse(letters)
	return string(letters)
}
