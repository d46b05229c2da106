package programs

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// A program that prints by a format prints what the format has beside its marks. So a format is
// code wherever the output is: git log --format='rm -rf x' | sh.

// formats are the flags whose value is a format, whichever program it is. Others stand in stanzas.
const formats = "format pretty printf template write-out jq queryformat showformat time-style output"

// templated returns what the command prints by its formats, with $(…) in place of the marks; ok is
// false if it has no format, or none in which a command could stand.
func (c Call) templated() (out Word, ok bool) {
	more := ""
	if c.program != nil {
		more = c.program.formats
	}
	add := func(w Word, filter bool) {
		text := ""
		if filter {
			text = c.filtered(w.Text)
		} else {
			text = filled(w.Text)
		}
		for line := range strings.Lines(text) { // marks may be empty
			if rest := strings.TrimLeft(strings.ReplaceAll(line, "$(…)", " "), " "); line != rest && strings.HasPrefix(line, "$(…)") && ordering(rest) {
				text += "\n" + strings.TrimLeft(line, "$(…) ")
			}
		}
		if ordering(text) {
			out, ok = out.Plus(w.With(strings.TrimRight(text, "\n")+"\n")), true
		}
	}
	for _, f := range c.Flags {
		if f.Valued && (has(formats, f.Name) || has(more, f.Name)) {
			add(formatIn(f), f.Name == "jq")
		}
	}
	for i, w := range c.Own() {
		if i == 0 && has(more, "filter") {
			add(w, true)
		} else if rest, found := strings.CutPrefix(w.Text, "+"); found && has(more, "+") {
			add(w.With(rest), false)
		}
	}
	out.Known = false
	return out, ok
}

// formatIn returns the format in a flag's value, which may say before it what it is, or of what:
// format:…, go-template=…, pid=….
func formatIn(f Flag) Word {
	kind, rest, ok := strings.Cut(f.Value.Text, "=")
	if f.Name == "pretty" || !ok {
		kind, rest, ok = strings.Cut(f.Value.Text, ":")
	}
	switch {
	case ok && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz-") == "":
		return f.Value.With(rest)
	case f.Name == "output":
		return f.Value.With("")
	}
	return f.Value.With(strings.TrimPrefix(f.Value.Text, "+"))
}

// ordering reports whether a text may be a command: it has a word, and a sign that separates words.
func ordering(text string) bool {
	text = strings.TrimSpace(strings.ReplaceAll(text, "$(…)", ""))
	if !strings.ContainsAny(text, " \t\n;|&<$`{") {
		return false
	}
	run := 0
	for i := 0; i < len(text) && run < 2; i++ {
		if c := text[i] | 0x20; c >= 'a' && c <= 'z' {
			run++
		} else {
			run = 0
		}
	}
	return run == 2
}

// filled returns a format with $(…) in place of each mark: %x, %(x), %{x}, ${x}, {x} and {{x}}. A
// mark with texts in quotes prints these.
func filled(format string) string {
	if len(format) > MaxText {
		return ""
	}
	var b strings.Builder
	for text := format; text != ""; {
		size, inner := bracketed(text)
		switch {
		case inner == "end" || strings.HasPrefix(inner, "range "):
		case size > 0:
			texts, only := quotedIn(inner)
			if !only {
				b.WriteString("$(…)")
			}
			b.WriteString(texts)
		case strings.HasPrefix(text, "%%"):
			b.WriteByte('%')
			size = 2
		case strings.HasPrefix(text, "%n"):
			b.WriteByte('\n')
			size = 2
		case strings.HasPrefix(text, "%x") && len(text) > 3:
			n, err := strconv.ParseUint(text[2:4], 16, 8)
			if size = 4; err == nil {
				b.WriteByte(byte(n))
			}
		case text[0] == '%':
			size = len(text) - len(strings.TrimLeft(text[1:], "-+ #0123456789.<>"))
			if strings.HasPrefix(text[size:], "C") { // a colour
				for size < len(text) && letterAt(text[size]) {
					size++
				}
			} else {
				size = min(size+1, len(text))
				b.WriteString("$(…)")
			}
		default:
			b.WriteByte(text[0])
			size = 1
		}
		text = text[size:]
	}
	return Unescape(b.String())
}

func letterAt(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// bracketed returns the size of the mark in brackets that a text begins with, and what is in it; 0
// for none. Braces with spaces or commas are the shell's.
func bracketed(text string) (size int, inner string) {
	for _, pair := range [...][2]string{{"{{", "}}"}, {"%(", ")"}, {"%{", "}"}, {"${", "}"}, {"%C(", ")"}, {"{", "}"}} {
		rest, ok := strings.CutPrefix(text, pair[0])
		if !ok {
			continue
		}
		inner, _, ok := strings.Cut(rest[:min(len(rest), maxPattern)], pair[1])
		plain := pair[0] != "{" || !strings.ContainsAny(inner, " ,;\n") || strings.HasPrefix(inner, "range ") || strings.ContainsAny(inner[:1], `"'`)
		if ok && inner != "" && plain {
			return len(pair[0]) + len(inner) + len(pair[1]), inner
		}
	}
	return 0, ""
}

// quotedIn returns the texts in quotes within a mark, with spaces between them; only says that the
// mark has nothing else that it prints.
func quotedIn(inner string) (texts string, only bool) {
	var list []string
	for rest := inner; ; {
		i := strings.IndexAny(rest, "\"'`")
		if i < 0 {
			break
		}
		text, after, ok := strings.Cut(rest[i+1:], rest[i:i+1])
		if !ok {
			break
		}
		list, rest = append(list, Unescape(text)), after
	}
	word, _, _ := strings.Cut(strings.TrimLeft(inner, "- "), " ")
	only = len(list) > 0 && (strings.ContainsAny(inner[:1], "\"'`") || word == "print" || word == "println" || word == "printf")
	return strings.Join(list, " "), only
}

// filtered returns what a filter of jq's prints of its own: its texts, also decoded, joined or
// given as arguments. What else it prints isn't known.
func (c Call) filtered(filter string) string {
	var parts []string
	for step := range strings.SplitSeq(filter, "|") {
		step = strings.TrimSpace(step)
		switch {
		case step == "@base64d" && len(parts) == 1:
			raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(parts[0], "="))
			if parts = nil; err == nil {
				parts = []string{string(raw)}
			}
		case strings.HasPrefix(step, "join("):
			by, _ := quotedIn(step)
			parts = []string{strings.Join(parts, by)}
		default:
			if own := c.texts(step); len(own) > 0 {
				parts = own
			}
		}
	}
	return strings.Join(parts, "\n")
}

// texts returns the texts in a step of a filter; those with + between them are one. What is filled
// in becomes $(…).
func (c Call) texts(step string) (list []string) {
	joined := false
	add := func(text string) {
		if joined && len(list) > 0 {
			list[len(list)-1] += text
		} else {
			list = append(list, text)
		}
		joined = false
	}
	for i := 0; i < len(step) && len(list) < MaxList; i++ {
		switch step[i] {
		case '+':
			joined = true
		case '$':
			end := i + 1
			for end < len(step) && (letterAt(step[end]) || step[end] == '_') {
				end++
			}
			for k, w := range c.words {
				if k > 0 && k+1 < len(c.words) && w.Text == step[i+1:end] && c.words[k-1].Text == "--arg" {
					add(c.words[k+1].Text)
				}
			}
			i = end - 1
		case '"':
			var b strings.Builder
			for i++; i < len(step) && step[i] != '"'; i++ {
				switch {
				case strings.HasPrefix(step[i:], `\(`):
					end := strings.IndexByte(step[i:], ')')
					if end < 0 {
						end = len(step) - i
					}
					b.WriteString("$(…)")
					i += min(end, len(step)-i-1)
				case step[i] == '\\' && i+1 < len(step):
					b.WriteString(Unescape(step[i : i+2]))
					i++
				default:
					b.WriteByte(step[i])
				}
			}
			add(b.String())
		}
	}
	return list
}
