package lsp

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// A Text is the editor's content of a file, saved or not. It is immutable: an edit makes a new
// Text, so that the next key doesn't disturb a request in progress.
type Text struct {
	Path     string // absolute, with the system's separators
	Version  int    // of the editor; 0 if read from the disk
	Data     string
	lines    []int // byte offset of each line
	tree     *Node // as far as the text can be read
	often    func() frequency
	mentions func() []mention
	tokens   func() []uttered
	written  func() map[string]int
	top      func() []Declared
	classes  func() map[string]string
}

// newText returns a text with its lines and its tree.
func newText(path string, version int, data string) *Text {
	t := &Text{Path: path, Version: version, Data: data, lines: lineStarts(data)}
	t.tree = newTree(data)
	t.often = sync.OnceValue(func() frequency { return frequencyOf(t.tree, data) })
	t.mentions = sync.OnceValue(func() []mention { return mentionsIn(t) })
	t.written = sync.OnceValue(func() map[string]int { return wordsIn(data) })
	t.tokens = sync.OnceValue(func() []uttered { return tokensIn(t) })
	t.top = sync.OnceValue(func() []Declared { return topLevel(t) })
	t.classes = sync.OnceValue(func() map[string]string { return classesIn(t) })
	return t
}

// line returns a line without its end; "" if it doesn't exist.
func (t *Text) line(n int) string {
	if n < 0 || n >= len(t.lines) {
		return ""
	}
	end := len(t.Data)
	if n+1 < len(t.lines) {
		end = t.lines[n+1] - 1
	}
	return strings.TrimSuffix(t.Data[t.lines[n]:end], "\r")
}

// An Encoding is the unit in which an editor counts the characters of a line.
type Encoding string

// Encodings of the protocol (3.17, PositionEncodingKind). The first is the default.
const (
	UTF16 Encoding = "utf-16"
	UTF8  Encoding = "utf-8"
)

// size returns the length of a character.
func (e Encoding) size(r rune) int {
	if e == UTF8 {
		return utf8.RuneLen(r)
	}
	return utf16.RuneLen(r)
}

// offset returns the byte offset of a position. A position past the end of a line is its end, as
// the protocol says.
func (t *Text) offset(p Position, e Encoding) int {
	if p.Line >= len(t.lines) {
		return len(t.Data)
	}
	line, count := t.line(p.Line), 0
	for i, r := range line {
		if count >= p.Character {
			return t.lines[p.Line] + i
		}
		count += e.size(r)
	}
	return t.lines[p.Line] + len(line)
}

// position is the inverse of offset.
func (t *Text) position(offset int, e Encoding) Position {
	low, high := 0, len(t.lines)
	for high-low > 1 {
		if mid := (low + high) / 2; t.lines[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	p := Position{Line: low}
	for _, r := range t.Data[t.lines[low]:min(offset, len(t.Data))] {
		p.Character += e.size(r)
	}
	return p
}

// span returns the range between two offsets.
func (t *Text) span(from, to int, e Encoding) Range {
	return Range{t.position(from, e), t.position(to, e)}
}

// edited returns the text after an editor's changes, in order.
func (t *Text) edited(version int, changes []Change, e Encoding) (*Text, error) {
	data := t.Data
	for i, c := range changes {
		if c.Range == nil {
			data = c.Text
			continue
		}
		was := t
		if i > 0 {
			was = &Text{Data: data, lines: lineStarts(data)}
		}
		from, to := was.offset(c.Range.Start, e), was.offset(c.Range.End, e)
		if from > to {
			return nil, fmt.Errorf("found a change from %v back to %v, want it forwards", c.Range.Start, c.Range.End)
		}
		data = data[:from] + c.Text + data[to:]
	}
	return newText(t.Path, version, data), nil
}

// lineStarts returns the offset of each line.
func lineStarts(data string) []int {
	all := []int{0}
	for i := range len(data) {
		if data[i] == '\n' {
			all = append(all, i+1)
		}
	}
	return all
}
