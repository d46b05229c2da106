package settings

import "bytes"

// mostNested is how deep values of a settings file may be nested: as deep as encoding/json reads.
// hujson sets no limit and recurses until the stack overflows, which ends the process.
const mostNested = 10000

// tooDeep returns where a text, JSON with comments or anything else, first exceeds mostNested; -1 if
// it doesn't.
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

// ended returns the end of the string that starts at i.
func ended(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}
