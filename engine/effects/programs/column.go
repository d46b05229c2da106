package programs

import (
	"slices"
	"strconv"
	"strings"
)

// Programs that print columns of what they read.

// cutText returns the columns that cut prints, by fields or characters.
func cutText(c Call, args []Word, around Surroundings) (Word, bool) {
	in, ok := c.read(c.Own(), around)
	if !ok {
		return columnsText(c, args, around)
	}
	delimiter, list := "\t", ""
	for _, f := range c.Flags {
		switch f.Name {
		case "delimiter":
			delimiter = f.Value.Text
		case "fields", "characters", "bytes":
			list = f.Value.Text
		case "only-delimited":
		default:
			return Word{}, false
		}
	}
	if !c.Has("fields") {
		delimiter = ""
	}
	lines := linesOf(in.Text)
	for i, line := range lines {
		parts := strings.Split(line, delimiter)
		if delimiter != "" && len(parts) == 1 {
			continue
		}
		var kept []string
		for k, part := range parts {
			if slices.ContainsFunc(strings.Split(list, ","), func(span string) bool { return spans(span, k+1) }) {
				kept = append(kept, part)
			}
		}
		lines[i] = strings.Join(kept, delimiter)
	}
	return in.ofLines(lines), list != ""
}

// spans reports whether a range of cut, N, N-, -M or N-M, has a number.
func spans(span string, n int) bool {
	from, to, more := strings.Cut(span, "-")
	first, _ := strconv.Atoi(from)
	last, err := strconv.Atoi(to)
	switch {
	case !more:
		last = first
	case err != nil:
		last = n
	}
	return n >= first && n <= last
}

// awkText returns what awk prints if its program only prints words of each line.
func awkText(c Call, args []Word, around Surroundings) (Word, bool) {
	words := c.Own()
	if len(words) == 0 || !words[0].Known {
		return Word{}, false
	}
	in, ok := c.read(words[1:], around)
	if !ok {
		return columnsText(c, args, around)
	}
	body, prints := strings.CutPrefix(strings.Trim(words[0].Text, " {};\n"), "print")
	if body = strings.TrimSpace(body); !prints && body != "1" {
		return Word{}, false
	} else if body == "1" || body == "" {
		body = "$0"
	}
	by, separated := c.option("field-separator")
	lines := linesOf(in.Text)
	for i, line := range lines {
		fields := strings.Fields(line)
		if separated {
			fields = strings.Split(line, by.Text)
		}
		if lines[i], ok = printed(body, line, fields); !ok {
			return Word{}, false
		}
	}
	return in.ofLines(lines), len(by.Text) < 2
}

// printed returns what awk's print says of a line: words of the line and texts.
func printed(items, line string, fields []string) (out string, ok bool) {
	for items = strings.TrimSpace(items); items != ""; items = strings.TrimLeft(items, " ") {
		switch {
		case items[0] == ',':
			out, items = out+" ", items[1:]
		case items[0] == '"':
			text, rest, closed := strings.Cut(items[1:], `"`)
			if !closed || strings.Contains(text, `\`) {
				return "", false
			}
			out, items = out+text, rest
		case items[0] == '$':
			rest := strings.TrimLeft(items[1:], "0123456789")
			n, err := strconv.Atoi(items[1 : len(items)-len(rest)])
			if strings.HasPrefix(rest, "NF") && items[1:] == rest {
				n, err, rest = len(fields), nil, rest[2:]
			}
			switch items = rest; {
			case err != nil:
				return "", false
			case n == 0:
				out += line
			case n <= len(fields):
				out += fields[n-1]
			}
		default:
			return "", false
		}
	}
	return out, true
}
