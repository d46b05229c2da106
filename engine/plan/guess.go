package plan

import "bytes"

// maxName exceeds the length in bytes of any event's name.
const maxName = 100

// GuessName returns the name of the event in unreadable input, or "". fields are the names it may
// be under; the first at the top level of the object counts, because anything deeper comes from the
// tool's caller rather than the agent.
func GuessName(data []byte, fields ...string) string {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return ""
			}
		case '"':
			name, after := quoted(data[i:])
			if depth == 1 && data[0] == '{' && oneOf(name, fields) {
				if name, ok := valueAt(after); ok {
					return name
				}
			}
			i = len(data) - len(after) - 1
		}
	}
	return ""
}

// quoted returns the raw text of the string at the start of data, and what follows it.
func quoted(data []byte) (text, after []byte) {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return data[1:i], data[i+1:]
		}
	}
	return data[1:], nil
}

// valueAt returns the string value that follows a member's name.
func valueAt(data []byte) (string, bool) {
	data, ok := bytes.CutPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte(":"))
	if data = bytes.TrimLeft(data, " \t\r\n"); !ok || len(data) == 0 || data[0] != '"' {
		return "", false
	}
	text, after := quoted(data)
	return string(text), after != nil && len(text) <= maxName
}

func oneOf(name []byte, of []string) bool {
	for _, s := range of {
		if string(name) == s {
			return true
		}
	}
	return false
}
