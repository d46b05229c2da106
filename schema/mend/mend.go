// Package mend turns faults and warnings that say what was found and what alone can be meant
// (schema.Mistake) into edits of rule files: of names with one candidate, of quotes and of
// operators.
//
//	plan.Error ─ its Mistake, its place ─ edit.go ─► Edit: bytes of the file ─ file.go ─► File: the text with it
//
// A mistake gives a text and its place. An edit is made only if the bytes of the file confirm it:
// not in a text that CUE computes, nor for a name that occurs twice in a list. A file that CUE can
// read stays readable. Commands decide which files are written.
package mend

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
)

// An Edit replaces the bytes of a file between two offsets by a text.
type Edit struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Found string `json:"found"`
	Text  string `json:"text"`
}

// Of returns the edit that mends a fault of a file whose content is data; ok is false if no edit
// does, or more than one could.
func Of(fault error, data []byte) (e Edit, ok bool) {
	var at *plan.Error
	var m *schema.Mistake
	if !errors.As(fault, &at) || !errors.As(fault, &m) || len(m.Meant) != 1 || m.Found == "" || m.Found == m.Meant[0] {
		return e, false
	}
	e.Found, e.Text = m.Found, m.Meant[0]
	if !plain.MatchString(e.Text) {
		return e, false
	}
	offset, ok := offsetOf(data, at.Pos)
	if !ok {
		return e, false
	}
	file, _ := parser.ParseFile(at.File, data) // as far as it can be read
	if e.From, ok = locate(data, file, offset, e.Found); !ok {
		return e, false
	}
	e.To = e.From + len(e.Found)
	if bare(file, e.From) && !ast.IsValidIdent(e.Text) {
		e.Text = strconv.Quote(e.Text)
	}
	before, text := data[:e.From], []byte(e.Text)
	return e, !joined(text, data[e.To:]) && (!joined(before, text) || joined(before, data[e.From:])) // e.g. \t must not arise
}

// plain matches texts that mean the same in all kinds of quotes: names, patterns of names, texts in
// single quotes, operators.
var plain = regexp.MustCompile(`^('[^'"\\` + "`" + `]*'|"\w+"|[\pL\pN_ ./$@^|*+:{}()-]+|[=!<>]+)$`)

// offsetOf returns the offset of a place in a file.
func offsetOf(data []byte, at plan.Pos) (int, bool) {
	offset := 0
	for range at.Line - 1 {
		i := bytes.IndexByte(data[offset:], '\n')
		if i < 0 {
			return 0, false
		}
		offset += i + 1
	}
	offset += at.Col - 1
	return offset, at.Line > 0 && at.Col > 0 && offset < len(data)
}

// placeOf returns the line and column of an offset, from 1.
func placeOf(data []byte, offset int) (line, col int) {
	before := data[:offset]
	return bytes.Count(before, []byte("\n")) + 1, offset - bytes.LastIndexByte(before, '\n')
}

// opening matches the opening quotes of a text.
var opening = regexp.MustCompile("^(#*\"|'|`)")

// locate returns the offset of the text that was found: the place itself or after the quotes there,
// else its only occurrence in the value that begins there.
func locate(data []byte, file *ast.File, offset int, found string) (from int, ok bool) {
	for _, at := range []int{offset, offset + len(opening.Find(data[offset:])), offset - len(`"`)} {
		if at >= 0 && wordAt(data, at, found) && (at >= offset || strings.HasPrefix(found, `"`)) {
			return at, true
		}
	}
	end := endOf(file, offset)
	for at := offset; at < end; at++ {
		if wordAt(data, at, found) && !joined(data[:at], data[at:]) {
			if ok {
				return 0, false
			}
			from, ok = at, true
		}
	}
	return from, ok
}

// wordAt reports whether a text is at an offset, and is a whole word or sign there.
func wordAt(data []byte, at int, text string) bool {
	return bytes.HasPrefix(data[at:], []byte(text)) && !joined(data[:at+len(text)], data[at+len(text):])
}

// joined reports whether two adjacent texts would be read as one word or one sign.
func joined(before, after []byte) bool {
	a, _ := utf8.DecodeLastRune(before)
	b, _ := utf8.DecodeRune(after)
	word := func(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	sign := func(r rune) bool { return strings.ContainsRune("=!<>~", r) }
	return a != utf8.RuneError && b != utf8.RuneError && (word(a) && word(b) || sign(a) && sign(b))
}

// endOf returns the end of the value that begins at an offset of a file, 0 if there is none.
func endOf(file *ast.File, offset int) (end int) {
	walk(file, func(n ast.Node) {
		switch n.(type) {
		case *ast.BasicLit, *ast.Interpolation, *ast.ListLit:
			if n.Pos().Offset() == offset {
				end = max(end, n.End().Offset())
			}
		}
	})
	return end
}

// bare reports whether an unquoted field name is at an offset.
func bare(file *ast.File, offset int) (is bool) {
	walk(file, func(n ast.Node) {
		if f, ok := n.(*ast.Field); ok {
			name, plain := f.Label.(*ast.Ident)
			is = is || plain && name.Pos().Offset() == offset
		}
	})
	return is
}

func walk(file *ast.File, visit func(ast.Node)) {
	if file == nil {
		return
	}
	ast.Walk(file, func(n ast.Node) bool { visit(n); return true }, nil)
}
