// Package secrets redacts what looks like a secret in records of an event: keys, tokens, passwords,
// recognised by their shapes.
//
// The shapes are those of gitleaks, which is maintained, converted to a format of our own (make
// secrets; 217 shapes, 44 KB): its library links much more than a hook may load, and other secret
// scanners are tools for servers or repositories. Nothing of the list is parsed before something is
// redacted, and only expressions whose words occur are compiled. Its allow-lists are left out and
// its entropies lowered, to redact too much rather than too little.
package secrets

import (
	_ "embed"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/files"
)

//go:embed list.txt
var list string

// A shape is the pattern of one kind of secret.
type shape struct {
	name       string
	entropy    float64 // minimum entropy of a secret, bits per character
	group      int     // number of the group with the secret; 0 for the first that matched
	words      string  // lower case, separated by spaces; one of them must be near
	literal    string  // case-sensitive text that every match contains; "" for none
	expression string
}

// The list has a heading of two lines, a row for each word, an empty line and the shapes. The
// columns of a row, with their widths in bytes, are the word and the offset of its shape.
const (
	heading    = 2
	wordWidth  = 36
	placeWidth = 6
	rowWidth   = wordWidth + placeWidth + len("\n")
)

// near reports whether one of the shape's words occurs in a lower-case text.
func (s shape) near(lower string) bool {
	for word := range strings.SplitSeq(s.words, " ") { // without words there is one empty word
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// near returns the shapes whose literal and one of whose words occur in a text (words in any case),
// in the order of the list. For most words only the first letters are compared, because few occur
// in an event.
func near(text string) (all []shape) {
	lower := strings.ToLower(text)
	has, rows := pairsOf(lower), list
	for range heading {
		_, rows, _ = strings.Cut(rows, "\n")
	}
	last := -1
	for ; rows[0] != '\n'; rows = rows[rowWidth:] {
		if !has.may(rows) {
			continue
		}
		word := strings.TrimRight(rows[:wordWidth], " ")
		if at, _ := strconv.Atoi(strings.TrimLeft(rows[wordWidth:rowWidth-1], " ")); at != last && strings.Contains(lower, word) {
			last = at
			if s := shapeAt(at); strings.Contains(text, s.literal) {
				all = append(all, s)
			}
		}
	}
	return all
}

// shapeAt returns the shape at an offset in the list of shapes.
func shapeAt(at int) shape {
	_, shapes, _ := strings.Cut(list, "\n\n")
	line, _, _ := strings.Cut(shapes[at:], "\n")
	f := strings.Split(line, "\t")
	s := shape{words: f[0], name: f[1], literal: f[4], expression: f[5]}
	s.entropy, _ = strconv.ParseFloat(f[2], 64)
	s.group, _ = strconv.Atoi(f[3])
	return s
}

// pairs is the set of adjacent bytes in a text: a word whose first pairs are missing can't occur.
type pairs [1 << 10]uint64

func pairsOf(text string) (p pairs) {
	for i := 1; i < len(text); i++ {
		n := uint(text[i-1])<<8 | uint(text[i])
		p[n>>6] |= 1 << (n & 63)
	}
	return p
}

func (p *pairs) has(a, b byte) bool {
	n := uint(a)<<8 | uint(b)
	return p[n>>6]&(1<<(n&63)) != 0
}

// may reports whether a row's word may occur in the text.
func (p *pairs) may(row string) bool {
	return row[1] == ' ' || p.has(row[0], row[1]) && (row[2] == ' ' || p.has(row[1], row[2]))
}

// A redactor looks for the shapes whose words occur in one event.
type redactor struct {
	shapes      []shape
	expressions []*regexp.Regexp
}

// JSON returns a JSON value with secrets replaced by [redacted: KIND]: in its texts and names, and
// texts that their name says are secret. It returns nil if the result would not be JSON.
func JSON(data []byte) []byte {
	r := redactor{}
	text := string(data)
	if strings.Contains(text, `\u`) { // it may encode any letter of a word
		text += spelled(data)
	}
	if r.shapes = near(text); len(r.shapes) == 0 {
		return data
	}
	for _, s := range r.shapes {
		r.expressions = append(r.expressions, regexp.MustCompile(s.expression))
	}
	out := []byte(r.text(string(literals(data, r.literal))))
	if !json.Valid(out) {
		return nil
	}
	return out
}

// spelled returns the decoded strings of a JSON value.
func spelled(data []byte) string {
	var all strings.Builder
	literals(data, func(raw []byte) []byte {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			all.WriteString(text + "\n")
		}
		return nil
	})
	return all.String()
}

// literals returns a JSON value with each string literal replaced by change.
func literals(data []byte, change func(raw []byte) []byte) []byte {
	var out []byte
	for i := 0; i < len(data); {
		if data[i] != '"' {
			out = append(out, data[i])
			i++
			continue
		}
		end := i + 1
		for end < len(data) && data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(data))
		out = append(out, change(data[i:end])...)
		i = end
	}
	return out
}

// literal redacts a JSON string in its decoded form.
func (r redactor) literal(raw []byte) []byte {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return raw
	}
	clean := r.text(text)
	if clean == text {
		return raw
	}
	return files.JSON(clean)
}

// A span is a secret in a text, from and to in bytes.
type span struct {
	from, to int
	kind     string
}

func (r redactor) text(text string) string {
	lower := strings.ToLower(text)
	var found []span
	for i, s := range r.shapes {
		if !s.near(lower) {
			continue
		}
		for _, m := range r.expressions[i].FindAllStringSubmatchIndex(text, -1) {
			from, to := s.secret(m)
			if s.entropy == 0 || entropy(text[from:to]) > s.entropy-slack {
				found = append(found, span{from, to, s.name})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, f := range found {
		if f.to <= at {
			continue
		}
		if f.from >= at {
			b.WriteString(text[at:f.from])
			b.WriteString("[redacted: " + f.kind + "]")
		}
		at = f.to // of overlapping secrets the first names both
	}
	b.WriteString(text[at:])
	return b.String()
}

// slack lowers the list's entropy thresholds, in bits per character: a scanner of repositories must
// let a third of all hexadecimal keys pass to avoid false alarms, but redacting them costs little.
const slack = 0.5

// secret returns the offsets of the secret in a match.
func (s shape) secret(match []int) (from, to int) {
	if s.group > 0 && 2*s.group+1 < len(match) && match[2*s.group] >= 0 {
		return match[2*s.group], match[2*s.group+1]
	}
	for g := 2; g+1 < len(match); g += 2 {
		if match[g] >= 0 && match[g+1] > match[g] {
			return match[g], match[g+1]
		}
	}
	return match[0], match[1]
}

// entropy returns the Shannon entropy of a text in bits per character.
func entropy(text string) float64 {
	counts := map[rune]float64{}
	for _, r := range text {
		counts[r]++
	}
	n, sum := float64(utf8.RuneCountInString(text)), 0.0
	for _, c := range counts {
		sum -= c / n * math.Log2(c/n)
	}
	return sum
}
