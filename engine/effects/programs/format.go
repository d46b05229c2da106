package programs

import (
	"cmp"
	"strconv"
	"strings"
)

// echo returns what echo prints.
func echo(args []Word) Word {
	escapes, newline := false, "\n"
	for len(args) > 0 && len(args[0].Text) > 1 && args[0].Text[0] == '-' && strings.Trim(args[0].Text[1:], "neE") == "" {
		escapes = escapes || strings.Contains(args[0].Text, "e")
		if strings.Contains(args[0].Text, "n") {
			newline = ""
		}
		args = args[1:]
	}
	out := Word{Known: true}
	if len(args) > 0 {
		out = Join(args, " ")
	}
	if out.Glob = false; escapes {
		out.Text = Unescape(out.Text)
	}
	out.Text += newline
	return out
}

// Printf returns what printf prints.
func Printf(args []Word) Word {
	if len(args) > 0 && args[0].Text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return Word{Known: true}
	}
	template, args := args[0], args[1:]
	out := template.With("")
	for {
		before := len(args)
		out, args = formatOnce(out, template.Text, args)
		if len(args) == 0 || len(args) == before || len(out.Text) > MaxText {
			return out
		}
	}
}

// formatOnce applies the template of a printf once.
func formatOnce(out Word, template string, args []Word) (Word, []Word) {
	next := func() Word {
		if len(args) == 0 {
			return Word{Known: true}
		}
		v := args[0]
		args = args[1:]
		return v
	}
	var b strings.Builder
	flush := func() {
		out = out.Plus(Word{Text: Unescape(b.String()), Known: true})
		b.Reset()
	}
	for i := 0; i < len(template); i++ {
		if template[i] != '%' || i+1 == len(template) {
			b.WriteByte(template[i])
			continue
		}
		end := i + 1
		for end < len(template)-1 && strings.IndexByte("-+ #0123456789.*", template[end]) >= 0 {
			end++
		}
		if template[end] == '%' {
			b.WriteByte('%')
		} else {
			v := next()
			flush()
			out = out.Plus(formatted(template[end], v))
		}
		i = end
	}
	flush()
	return out, args
}

// formatted applies the verb of a printf to a word.
func formatted(verb byte, v Word) Word {
	base := 10
	switch verb {
	case 's':
		return v
	case 'd', 'i', 'q':
		v.Text = cmp.Or(v.Text, "0")
		return v
	case 'b':
		return v.With(Unescape(v.Text))
	case 'c':
		letter, _ := firstLetter(v.Text)
		return v.With(letter)
	case 'u':
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	default:
		return Word{Text: "$(…)"}
	}
	n, err := strconv.ParseInt(v.Text, 0, 64)
	if err != nil {
		return Word{Known: true}
	}
	return v.With(strconv.FormatInt(n, base))
}
