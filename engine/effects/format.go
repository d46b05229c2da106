package effects

import (
	"strconv"
	"strings"
)

// echo returns what echo prints.
func echo(args []word) word {
	escapes, newline := false, "\n"
	for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' && strings.Trim(args[0].text[1:], "neE") == "" {
		escapes = escapes || strings.Contains(args[0].text, "e")
		if strings.Contains(args[0].text, "n") {
			newline = ""
		}
		args = args[1:]
	}
	out := word{known: true}
	if len(args) > 0 {
		out = concat(args, " ")
	}
	if out.glob = false; escapes {
		out.text = ansi(out.text)
	}
	out.text += newline
	return out
}

// format returns what printf prints.
func format(args []word) word {
	if len(args) > 0 && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return word{known: true}
	}
	template, args := args[0], args[1:]
	out := template.with("")
	for {
		before := len(args)
		out, args = formatOnce(out, template.text, args)
		if len(args) == 0 || len(args) == before || len(out.text) > maxText {
			return out
		}
	}
}

// formatOnce goes through the template of a printf once.
func formatOnce(out word, template string, args []word) (word, []word) {
	next := func() word {
		if len(args) == 0 {
			return word{known: true}
		}
		v := args[0]
		args = args[1:]
		return v
	}
	var b strings.Builder
	flush := func() {
		out = out.plus(word{text: ansi(b.String()), known: true})
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
		switch verb := template[end]; verb {
		case '%':
			b.WriteByte('%')
		case 's', 'd', 'i', 'q':
			v := next()
			flush()
			if verb != 's' && v.text == "" {
				v.text = "0"
			}
			out = out.plus(v)
		case 'b':
			v := next()
			flush()
			out = out.plus(v.with(ansi(v.text)))
		case 'c':
			v := next()
			flush()
			letter, _ := firstLetter(v.text)
			out = out.plus(v.with(letter))
		case 'x', 'o', 'X', 'u':
			v := next()
			flush()
			if n, err := strconv.ParseInt(v.text, 0, 64); err == nil {
				out = out.plus(v.with(strconv.FormatInt(n, map[byte]int{'x': 16, 'X': 16, 'o': 8, 'u': 10}[verb])))
			}
		default:
			next()
			flush()
			out = out.plus(word{text: "$(…)"})
		}
		i = end
	}
	flush()
	return out, args
}
