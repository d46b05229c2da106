// Package secrets takes what looks like a secret out of what is to be kept of an
// event: keys, tokens, passwords by their shapes.
//
// The list of shapes is that of gitleaks, which is maintained, in a form of its own
// (make secrets; 217 shapes, 44 KB): its library is linked with much more than a
// hook may load, and what scans for secrets elsewhere is a server's or a
// repository's tool. Nothing of the list is read before something is redacted, and
// of its expressions only those are compiled whose words occur. Its lists of
// examples that are no secrets are left out, and its entropies are lowered: too much
// is redacted rather than too little.
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

// A shape is what secrets of one kind look like.
type shape struct {
	name       string
	entropy    float64 // that a secret has more of, bits a character
	group      int     // of the expression that is the secret; 0 for the first that matched
	words      string  // lower case, with a space between, one of which is near
	literal    string  // that stands in each, in these very letters; "" if there is none
	expression string
}

// The list has a heading of two lines, a row for each word, an empty line and the shapes. A
// row has columns of these widths, bytes: the word, and where its shape begins.
const (
	heading    = 2
	wordWidth  = 36
	placeWidth = 6
	rowWidth   = wordWidth + placeWidth + len("\n")
)

// near reports whether one of the shape's words occurs in a text in small letters.
func (s shape) near(lower string) bool {
	for word := range strings.SplitSeq(s.words, " ") { // what has no words has an empty one
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// near returns the shapes of the list of which a word occurs in a text, in any case, and the
// literal; in the list's order. Of most nothing is read but the start of their words: what is kept of an
// event has few of them.
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

// shapeAt returns the shape that begins at a place of the list's shapes.
func shapeAt(at int) shape {
	_, shapes, _ := strings.Cut(list, "\n\n")
	line, _, _ := strings.Cut(shapes[at:], "\n")
	f := strings.Split(line, "\t")
	s := shape{words: f[0], name: f[1], literal: f[4], expression: f[5]}
	s.entropy, _ = strconv.ParseFloat(f[2], 64)
	s.group, _ = strconv.Atoi(f[3])
	return s
}

// pairs are those of bytes that stand side by side in a text: a word whose first aren't there
// needn't be looked for.
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

// may reports whether the word that a row begins with may be in the text.
func (p *pairs) may(row string) bool {
	return row[1] == ' ' || p.has(row[0], row[1]) && (row[2] == ' ' || p.has(row[1], row[2]))
}

// A redactor looks for the shapes whose words occur in one event.
type redactor struct {
	shapes      []shape
	expressions []*regexp.Regexp
}

// JSON returns a JSON value without secrets: in its texts and names, and where a
// name says that the text beside it is one. What was one is [redacted: KIND]. It is
// nil if what is left would be no JSON.
func JSON(data []byte) []byte {
	r := redactor{}
	text := string(data)
	if strings.Contains(text, `\u`) { // which may stand for any letter of a word
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

// spelled returns what the strings of a JSON value stand for.
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

// literals returns a JSON value with each of its strings as change makes it.
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

// literal redacts a JSON string as what it stands for.
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

// A span is a part of a text, from and to in bytes, that is a secret of some kind.
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
		at = f.to // of two that overlap the first names both
	}
	b.WriteString(text[at:])
	return b.String()
}

// slack is how much less than the list's entropy is taken for a secret too, bits a
// character: what a scanner of whole repositories must leave out not to cry wolf,
// like a third of all keys in hexadecimal digits, costs little to redact.
const slack = 0.5

// secret returns where the secret of a match is.
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

// entropy is Shannon's, bits a character.
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
