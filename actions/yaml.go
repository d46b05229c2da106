package actions

import (
	"strings"
	"unicode"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// asYAML writes JSON as YAML in blocks, names in their order. What could be taken for
// something else than a text is in quotes, as JSON has it, which YAML reads the same.
func asYAML(raw []byte) []byte {
	var b strings.Builder
	root := gjson.ParseBytes(raw)
	if root.IsObject() || root.IsArray() {
		yamlBlock(&b, root, "")
	} else {
		yamlScalar(&b, root, "")
		b.WriteString("\n")
	}
	return []byte(b.String())
}

// yamlBlock writes an object or a list whose lines begin with indent.
func yamlBlock(b *strings.Builder, v gjson.Result, indent string) {
	if empty := emptyBlock(v); empty != "" {
		b.WriteString(indent + empty + "\n")
		return
	}
	v.ForEach(func(name, item gjson.Result) bool {
		b.WriteString(indent)
		if v.IsArray() {
			b.WriteString("-")
		} else {
			b.WriteString(yamlText(name.String()) + ":")
		}
		switch {
		case !item.IsObject() && !item.IsArray():
			b.WriteString(" ")
			yamlScalar(b, item, indent+"  ")
			b.WriteString("\n")
		case emptyBlock(item) != "":
			b.WriteString(" " + emptyBlock(item) + "\n")
		case v.IsArray(): // its first line stands beside the dash
			var of strings.Builder
			yamlBlock(&of, item, indent+"  ")
			b.WriteString(" " + strings.TrimPrefix(of.String(), indent+"  "))
		default:
			b.WriteString("\n")
			yamlBlock(b, item, indent+"  ")
		}
		return true
	})
}

// emptyBlock is an object or a list that has nothing in it, "" for any other.
func emptyBlock(v gjson.Result) string {
	some := false
	v.ForEach(func(_, _ gjson.Result) bool {
		some = true
		return false
	})
	switch {
	case some:
		return ""
	case v.IsArray():
		return "[]"
	}
	return "{}"
}

// yamlScalar writes a value that is no block. A text of several lines is one below, its
// lines begun with indent.
func yamlScalar(b *strings.Builder, v gjson.Result, indent string) {
	text := v.String()
	switch {
	case v.Type != gjson.String:
		b.WriteString(v.Raw)
	case !standsInLines(text):
		b.WriteString(yamlText(text))
	default:
		b.WriteString("|")
		if !strings.HasSuffix(text, "\n") {
			b.WriteString("-")
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			b.WriteString("\n")
			if line != "" {
				b.WriteString(indent + line)
			}
		}
	}
}

// standsInLines reports whether a text can stand as lines of its own: it has several, and
// its ends and characters are such as stay.
func standsInLines(text string) bool {
	lines := strings.TrimSuffix(text, "\n")
	return strings.Contains(lines, "\n") && !strings.HasSuffix(lines, "\n") && strings.TrimLeft(lines, " \t\n") == lines &&
		!strings.ContainsFunc(strings.ReplaceAll(lines, "\n", ""), files.Steers)
}

// yamlText writes a text on one line.
func yamlText(text string) string {
	if isPlain(text) {
		return text
	}
	return string(files.Escaped(files.JSON(text)))
}

// meant are words that YAML takes for no text.
const meant = " true false yes no on off y n null nan inf "

// isPlain reports whether a text needs no quotes.
func isPlain(text string) bool {
	for i, r := range text {
		letter := unicode.IsLetter(r) || r == '_'
		if files.Steers(r) || i == 0 && !letter && r != '/' {
			return false
		}
	}
	return text != "" && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, " ") && !strings.Contains(text, ": ") &&
		!strings.Contains(text, " #") && !strings.Contains(meant, " "+strings.ToLower(text)+" ")
}
