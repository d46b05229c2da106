package programs

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// These programs print a part of the lines that they read, or the lines in another order. What they
// print is computed if all that they read is known.

// maxPattern is how many bytes of a regular expression are compiled.
const maxPattern = 1 << 10

// read returns what a program reads, its files or else its input; ok is false if a part of it isn't
// known, or stands for names that only the disk knows.
func (c Call) read(files []Word, around Surroundings) (text Word, ok bool) {
	if len(files) == 0 {
		return around.In.Word, around.In.Over != "" && around.In.Known && !around.In.Glob
	}
	text.Known = true
	for _, file := range files {
		in, found := around.In, file.Text == "-"
		if !found && around.Contents != nil {
			in, found = around.Contents(file)
		}
		if text = text.Plus(in.Word); !found || !text.Known || text.Glob {
			return Word{}, false
		}
	}
	return text, true
}

// linesOf returns the lines of a text.
func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// ofLines returns a text of lines.
func (w Word) ofLines(lines []string) Word {
	if w.Text = strings.Join(lines, "\n"); len(lines) > 0 {
		w.Text += "\n"
	}
	return w
}

func tacText(c Call, _ []Word, around Surroundings) (Word, bool) {
	in, ok := c.read(c.Own(), around)
	lines := linesOf(in.Text)
	slices.Reverse(lines)
	return in.ofLines(lines), ok && len(c.Flags) == 0
}

// headText returns what head or tail print: -n N, also as -N, all but the last or first N for head
// -n -N and tail -n +N.
func headText(c Call, _ []Word, around Surroundings) (Word, bool) {
	in, ok := c.read(c.Own(), around)
	count, n := "10", 10
	for _, f := range c.Flags {
		switch {
		case f.Name == "lines" && f.Valued:
			count = f.Value.Text
		case f.Name != "" && strings.Trim(f.Name, "0123456789") == "":
			count = f.Name
		case f.Name != "quiet":
			return Word{}, false
		}
	}
	n, err := strconv.Atoi(count)
	if !ok || err != nil {
		return Word{}, false
	}
	lines := linesOf(in.Text)
	whole := len(lines)
	switch {
	case c.Base == "head" && n < 0:
		lines = lines[:max(whole+n, 0)]
	case c.Base == "head":
		lines = lines[:min(n, whole)]
	case count[0] == '+':
		lines = lines[min(max(n-1, 0), whole):]
	default:
		lines = lines[max(whole-max(n, -n), 0):]
	}
	return in.ofLines(lines), true
}

// grepText returns the lines that grep prints.
func grepText(c Call, _ []Word, around Surroundings) (Word, bool) {
	words, source, not, extended := c.Own(), "", false, c.Base == "egrep"
	for _, f := range c.Flags {
		switch f.Name {
		case "ignore-case":
			source = "(?i)"
		case "invert-match":
			not = true
		case "extended-regexp", "perl-regexp":
			extended = true
		case "line-buffered", "text":
		default:
			return Word{}, false
		}
	}
	if len(words) == 0 || !words[0].Known {
		return Word{}, false
	}
	in, ok := c.read(words[1:], around)
	if !ok {
		return Word{}, false
	}
	re := compiled(words[0].Text, source, extended)
	if re == nil {
		return Word{}, false
	}
	lines := slices.DeleteFunc(linesOf(in.Text), func(line string) bool { return re.MatchString(line) == not })
	return in.ofLines(lines), true
}

// compiled returns a regular expression of POSIX, nil if it can't be computed here. Flags stand
// before it.
func compiled(pattern, flags string, extended bool) *regexp.Regexp {
	if len(pattern) > maxPattern {
		return nil
	}
	if !extended {
		pattern = modern(pattern)
	}
	re, err := regexp.Compile(flags + pattern)
	if err != nil {
		return nil
	}
	return re
}

// modern turns a basic regular expression into an extended one, where ( { + ? | have a meaning
// without a backslash, not with one.
func modern(basic string) string {
	var b strings.Builder
	for i := 0; i < len(basic); i++ {
		c := basic[i]
		switch {
		case c == '\\' && i+1 < len(basic):
			if i++; strings.IndexByte("(){}+?|", basic[i]) < 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(basic[i])
			continue
		case c == '[':
			if end := strings.IndexByte(basic[min(i+2, len(basic)):], ']'); end >= 0 {
				b.WriteString(basic[i : i+3+end])
				i += 2 + end
				continue
			}
		case strings.IndexByte("(){}+?|", c) >= 0, c == '*' && i == 0:
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// pasteText returns what paste prints: the lines of each file as one with -s, or else the lines of
// all files side by side.
func pasteText(c Call, _ []Word, around Surroundings) (Word, bool) {
	in, ok := c.read(c.Own(), around)
	by := "\t"
	if w, given := c.option("delimiters"); given {
		by = strings.ReplaceAll(Unescape(w.Text), "\x00", "")
	}
	if c.Has("serial") {
		return in.With(strings.Join(linesOf(in.Text), by) + "\n"), ok && len(by) < 2
	}
	var rows []string
	for n, file := range c.Own() {
		one, _ := c.read([]Word{file}, around)
		for i, line := range linesOf(one.Text) {
			for len(rows) <= i {
				rows = append(rows, strings.Repeat(by, max(n-1, 0)))
			}
			if n > 0 {
				line = by + line
			}
			rows[i] += line
		}
	}
	return in.ofLines(rows), ok && len(by) < 2 && len(c.Own()) < 10
}

// jqText returns what jq -r prints for a path: .a.b[0], .a[].b.
func jqText(c Call, _ []Word, around Surroundings) (Word, bool) {
	words := c.Own()
	if len(words) == 0 || !words[0].Known || !c.Has("raw-output", "join-output") {
		return Word{}, false
	}
	if text := words[0].Text; c.Has("null-input") && len(text) > 1 && text[0] == '"' && gjson.Valid(text) {
		return words[0].With(gjson.Parse(text).Str + "\n"), !strings.Contains(text, `\(`)
	}
	in, ok := c.read(words[1:], around)
	if !ok || !gjson.Valid(in.Text) {
		return Word{}, false
	}
	list := []gjson.Result{gjson.Parse(in.Text)}
	for step := range strings.FieldsFuncSeq(strings.ReplaceAll(words[0].Text, "[", ".["), func(r rune) bool { return r == '.' }) {
		var next []gjson.Result
		key := strings.Trim(step, `[]"`)
		for _, of := range list {
			switch {
			case step == "[]":
				next = append(next, of.Array()...)
			case strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "":
				return Word{}, false
			default:
				next = append(next, of.Get(key))
			}
		}
		if list = next; len(list) > MaxList {
			return Word{}, false
		}
	}
	var lines []string
	for _, v := range list {
		lines = append(lines, v.String())
	}
	return in.ofLines(lines), true
}
