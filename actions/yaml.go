package actions

import (
	"strings"
	"unicode"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// asYAML writes JSON as block-style YAML in the same order. A text that YAML could read as
// something else is quoted as in JSON, which YAML reads the same.
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

// yamlBlock writes an object or a list, indented.
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
		case v.IsArray(): // its first line follows the dash
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

// emptyBlock returns {} or [] for an empty object or list, "" for any other.
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

// yamlScalar writes a scalar. A multi-line text becomes a block of indented lines.
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

// standsInLines reports whether a text can be a literal block: it has several lines, and its ends
// and characters would be preserved.
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

// meant are the words that YAML reads as other types.
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
