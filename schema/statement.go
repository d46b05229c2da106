package schema

import (
	"fmt"
	"slices"
	"strings"
)

// A scanned is a statement with the positions of its arguments, :NAME.
type scanned struct {
	text   string
	found  []argumentAt
	empty  bool // there is no statement
	second int  // offset of a second statement, 0 for none
}

// An argumentAt is the position of an argument.
type argumentAt struct {
	name     string
	from, to int // bytes, including the colon
}

// scanSQL finds the arguments of a statement. It ignores quoted texts and names, comments, and
// casts (::).
func scanSQL(text string) scanned {
	s, ended := scanned{text: text, empty: true}, false
	for i := 0; i < len(text); {
		if n := skipSQL(text[i:]); n > 0 {
			if c := text[i]; c != '-' && c != '/' {
				s.token(i, ended)
			}
			i += n
			continue
		}
		switch c := text[i]; {
		case c == ';':
			ended = true
		case strings.IndexByte(" \t\r\n", c) < 0:
			s.token(i, ended)
		}
		if strings.HasPrefix(text[i:], "::") {
			i += 2
			continue
		}
		if n := wordLen(text[i+1:]); text[i] == ':' && n > 0 {
			s.found = append(s.found, argumentAt{text[i+1 : i+1+n], i, i + 1 + n})
			i += n
		} else if n := wordLen(text[i:]); n > 0 { // a $ within a name begins no quotes
			i += n - 1
		}
		i++
	}
	return s
}

// token notes a token of a statement at an offset.
func (s *scanned) token(at int, ended bool) {
	s.empty = false
	if ended && s.second == 0 {
		s.second = at
	}
}

// skipSQL returns the length of the quoted text, quoted name or comment at the beginning of a text;
// 0 if there is none.
func skipSQL(text string) int {
	end := func(start, end string) int {
		i := strings.Index(text[len(start):], end)
		if i < 0 {
			return len(text)
		}
		return len(start) + i + len(end)
	}
	switch {
	case text[0] == '\'', text[0] == '"', text[0] == '`':
		return end(text[:1], text[:1]) // a doubled quote begins the next quoted text
	case strings.HasPrefix(text, "--"):
		return end("--", "\n")
	case strings.HasPrefix(text, "/*"):
		return end("/*", "*/")
	case text[0] == '$':
		if name, _, ok := strings.Cut(text[1:], "$"); ok && wordLen(name) == len(name) {
			return end("$"+name+"$", "$"+name+"$")
		}
	}
	return 0
}

// wordLen returns the length of the name at the beginning of a text, 0 for none.
func wordLen(text string) int {
	n := 0
	for n < len(text) {
		c := text[n]
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
		if !letter && (n == 0 || !('0' <= c && c <= '9' || c == '$')) {
			break
		}
		n++
	}
	return n
}

// clock is the name for the present time, in milliseconds since 1970, which is no argument.
const clock = "clock"

// serverClock is that time in PostgreSQL's words. It stays the same throughout a transaction.
const serverClock = "cast(extract(epoch from now()) * 1000 as bigint)"

// args returns the names of the arguments, sorted, each once, and whether the statement uses the
// clock.
func (s scanned) args() (names []string, asks bool) {
	for _, a := range s.found {
		if a.name == clock {
			asks = true
		} else {
			names = append(names, a.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), asks
}

// numbered returns the statement with each argument replaced by a sign and the argument's
// number.
func (s scanned) numbered(sign string, args []string, time string) string {
	var b strings.Builder
	at := 0
	for _, a := range s.found {
		text := time
		if a.name != clock {
			text = fmt.Sprint(sign, slices.Index(args, a.name)+1)
		}
		b.WriteString(s.text[at:a.from] + text)
		at = a.to
	}
	return b.String() + s.text[at:]
}

// FindSQL returns the offset of a word in SQL; -1 if it occurs nowhere or more than once. It
// ignores quotes and comments.
func FindSQL(text, word string) int {
	at := -1
	if word == "" {
		return at
	}
	for i := 0; i < len(text); i++ {
		if n := skipSQL(text[i:]); n > 0 {
			i += n - 1
			continue
		}
		n := max(wordLen(text[i:]), 1)
		if rest, ok := strings.CutPrefix(text[i:], word); ok && (wordLen(word) == 0 || wordLen("_"+rest) == 1) {
			if at >= 0 {
				return -1
			}
			at = i
		}
		i += n - 1
	}
	return at
}
