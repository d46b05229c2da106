package actions

import (
	"strings"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// below returns the extent of the lines below the first Markdown heading that a pattern matches,
// and the groups of the match; from is -1 if there is none. Lines in fences are no headings.
func below(text string, heading, until *ecma.Finder) (from, to int, groups []string) {
	from, level, fence, at := -1, 0, "", 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		if fence != "" {
			if strings.HasPrefix(strings.TrimLeft(line, " "), fence) {
				fence = ""
			}
			continue
		}
		if fence = fenceOf(line); fence != "" {
			continue
		}
		n := levelOf(line)
		switch {
		case from < 0 && n > 0:
			if m := heading.Find(line, 1); len(m) > 0 {
				from, level, groups = at, n, matched(line, m[0])
			}
		case from >= 0 && (n > 0 && n <= level || until != nil && len(until.Find(line, 1)) > 0):
			return from, start, groups
		}
	}
	return from, len(text), groups
}

// fenceOf returns the end of the fence that a line opens, "" if it opens none.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, fence := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, fence) {
			return line[:len(line)-len(strings.TrimLeft(line, fence[:1]))]
		}
	}
	return ""
}

// levelOf returns the level of a heading, 0 for any other line.
func levelOf(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n > 6 || n == len(line) || line[n] != ' ' && line[n] != '\t' {
		return 0
	}
	return n
}

const dashes = "---\n"

// withFront sets fields of a text's front matter, appending new ones and removing null ones. Other
// lines stay as they are.
func withFront(text string, fields []byte) string {
	front, rest := "", text
	if body, ok := strings.CutPrefix(text, dashes); ok {
		if inner, after, ok := strings.Cut("\n"+body, "\n"+dashes); ok {
			front, rest = ended(strings.TrimPrefix(inner, "\n")), after
		} else if inner, ok := strings.CutSuffix("\n"+body, "\n---"); ok {
			front, rest = ended(strings.TrimPrefix(inner, "\n")), ""
		}
	}
	gjson.ParseBytes(fields).ForEach(func(name, value gjson.Result) bool {
		var made []byte
		if value.Type != gjson.Null {
			made = asYAML([]byte("{" + string(files.JSON(name.String())) + ":" + value.Raw + "}"))
		}
		front = withField(front, name.String(), string(made))
		return true
	})
	if front == "" && rest == text {
		return text
	}
	return dashes + front + dashes + rest
}

// withField replaces a top-level field of YAML by lines.
func withField(front, name, lines string) string {
	var b strings.Builder
	within, done := false, false
	for line := range strings.Lines(front) {
		if c := line[0]; c != ' ' && c != '\t' && c != '-' && c != '\n' {
			if within = keyOf(line) == name; within && !done {
				b.WriteString(lines)
				done = true
			}
		}
		if !within {
			b.WriteString(line)
		}
	}
	if !done {
		b.WriteString(lines)
	}
	return b.String()
}

// keyOf returns the key at the start of a YAML line, "" if there is none.
func keyOf(line string) string {
	if line[0] == '"' {
		if key := gjson.Parse(line); strings.HasPrefix(strings.TrimLeft(line[len(key.Raw):], " "), ":") {
			return key.String()
		}
		return ""
	}
	key, _, ok := strings.Cut(strings.TrimRight(line, "\n")+" ", ": ")
	if !ok || line[0] == '#' {
		return ""
	}
	if key = strings.TrimRight(key, " "); len(key) > 1 && key[0] == '\'' && strings.HasSuffix(key, "'") {
		key = strings.ReplaceAll(key[1:len(key)-1], "''", "'")
	}
	return key
}
