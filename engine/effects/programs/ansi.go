package programs

import (
	"strconv"
	"strings"
)

// letters has the characters of escapes, by the letter after the backslash.
var letters = map[byte]string{
	'a': "\a", 'b': "\b", 'e': "\x1b", 'E': "\x1b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
	'\\': `\`, '\'': "'", '"': `"`, '?': "?",
}

// Unescape undoes the escapes in a text, as $'…', echo -e and printf do.
func Unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		c := text[i]
		switch {
		case c >= '0' && c <= '7':
			most := 3
			if c == '0' {
				most = 4
			}
			n, size := digits(text[i:], most, 8)
			b.WriteByte(byte(n))
			i += size - 1
		case c == 'x' || c == 'u' || c == 'U':
			most := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			n, size := digits(text[i+1:], most, 16)
			switch {
			case size == 0:
				b.WriteString(text[i-1 : i+1])
			case c == 'x':
				b.WriteByte(byte(n))
			default:
				b.WriteRune(rune(n))
			}
			i += size
		case c == 'c' && i+1 < len(text):
			i++
			b.WriteByte(text[i] & 0x1f)
		case letters[c] != "":
			b.WriteString(letters[c])
		default:
			b.WriteString(text[i-1 : i+1])
		}
	}
	return b.String()
}

// digits returns the number at the beginning of a text, of at most that many digits, and its size.
func digits(text string, most, base int) (n uint64, size int) {
	for size < min(most, len(text)) {
		if _, err := strconv.ParseUint(text[size:size+1], base, 8); err != nil {
			break
		}
		size++
	}
	n, _ = strconv.ParseUint(text[:size], base, 32)
	return n, size
}
