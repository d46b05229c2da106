package code

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// head reports whether a span is in the head of the function at i.
func (a *assembly) head(i int, s span) bool {
	of := a.symbols[i]
	return of.calls() && (of.body < 0 || s.from < of.body)
}

// longest limits a signature, longestDoc a doc, in characters.
const longest, longestDoc = 300, 400

func (a *assembly) signature(s *found) string {
	end := s.to
	if s.body > s.from {
		end = s.body
	}
	text, from := "", s.from
	i, _ := slices.BinarySearchFunc(a.remarks, from, func(r span, at int) int { return cmp.Compare(r.from, at) })
	for ; i < len(a.remarks) && a.remarks[i].to <= end; i++ {
		text, from = text+a.text[from:a.remarks[i].from], a.remarks[i].to
	}
	text += a.text[from:end]
	if s.Kind == "variable" {
		text, _, _ = strings.Cut(text, "\n")
	}
	text = strings.TrimSuffix(strings.TrimRight(oneLine(text), " :{;,"), "=>")
	return cut(strings.TrimRight(text, " ="), longest)
}

// comments returns the text of the comments that end right above a line.
func (a *assembly) comments(line int) string {
	var parts []string
	for line--; line > 0; line-- {
		s, ok := a.above[line]
		if !ok || strings.TrimSpace(a.text[a.lines[a.line(s.from)-1]:s.from]) != "" {
			break
		}
		if text := a.textOf(s); comment(text) {
			parts = append(parts, commentText(text))
		}
		line = a.line(s.from)
	}
	slices.Reverse(parts)
	return paragraph(strings.Join(parts, "\n"))
}

// comment reports whether a text is a comment rather than an attribute.
func comment(text string) bool {
	return strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*") || strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "#[")
}

// commentText returns the text of a comment.
func commentText(text string) string {
	if inner, ok := strings.CutPrefix(text, "/*"); ok {
		lines := strings.Split(strings.TrimSuffix(inner, "*/"), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "*!"))
		}
		return strings.TrimSpace(strings.Join(lines, "\n"))
	}
	if strings.HasPrefix(text, "//go:") || strings.HasPrefix(text, "#!") {
		return ""
	}
	return strings.TrimSpace(strings.TrimLeft(text, "/#!"))
}

// paragraph returns the first paragraph of a text, on one line.
func paragraph(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(text, "\r", "")), "\n\n")
	return cut(oneLine(first), longestDoc)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cut returns a text of at most n characters.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}
