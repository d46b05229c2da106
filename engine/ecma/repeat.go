package ecma

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// repeat translates a quantifier; "" for none. Greediness doesn't affect whether there is a match,
// and is kept only for those who ask where.
func (t *translator) repeat() (string, error) {
	size := 0
	switch rest := t.src[t.at:]; {
	case rest == "":
	case strings.IndexByte("*+?", rest[0]) >= 0:
		size = 1
	case rest[0] == '{':
		var least, most int
		if least, most, size = counts(rest); least > most {
			return "", fmt.Errorf("found %s, want the smaller number first", rest[:size])
		}
	}
	s := t.src[t.at : t.at+size]
	t.at += size
	if size > 0 && strings.HasPrefix(t.src[t.at:], "?") {
		t.at++
		if t.keeps {
			s += "?"
		}
	}
	return s, nil
}

// counts parses {2}, {2,} or {2,5}; size is 0 if it is something else.
func counts(s string) (least, most, size int) {
	first := span(s[1:], isDigit)
	rest := s[1+len(first):]
	second, comma := "", strings.HasPrefix(rest, ",")
	if comma {
		second = span(rest[1:], isDigit)
		rest = rest[1+len(second):]
	}
	if first == "" || !strings.HasPrefix(rest, "}") {
		return 0, 0, 0
	}
	most = math.MaxInt
	least, err := strconv.Atoi(first)
	if err != nil {
		least = most // too large for RE2
	}
	if n, err := strconv.Atoi(second); err == nil {
		most = n
	} else if !comma {
		most = least
	}
	return least, most, len(s) - len(rest) + 1
}

// span returns the longest prefix of bytes that of accepts.
func span(s string, of func(byte) bool) string {
	n := 0
	for n < len(s) && of(s[n]) {
		n++
	}
	return s[:n]
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isWord(c byte) bool   { return isDigit(c) || isLetter(c) || c == '_' }
