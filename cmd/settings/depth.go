package settings

import "bytes"

// mostNested is as deep as values of a settings file may lie within each other: as deep as
// encoding/json reads. hujson has no bound, and calls itself for each level until the stack is
// full, which ends the process.
const mostNested = 10000

// tooDeep returns where a text, JSON with comments or whatever else, first has more values within
// each other than that; -1 where it doesn't.
func tooDeep(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = ended(text, i)
		case '/':
			end := "\n"
			if bytes.HasPrefix(text[i:], []byte("/*")) {
				end = "*/"
			}
			n := bytes.Index(text[min(i+2, len(text)):], []byte(end))
			if n < 0 {
				return -1
			}
			i += 1 + n + len(end)
		case '[', '{':
			if depth++; depth > mostNested {
				return i
			}
		case ']', '}':
			depth--
		}
	}
	return -1
}

// ended returns where a string that begins at a place ends.
func ended(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}
