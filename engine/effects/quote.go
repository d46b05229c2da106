package effects

import (
	"strings"
)

// tilde splits a word into the folder that its ~ stands for and the rest.
func (e expansion) tilde(text string, more bool) (home word, rest string) {
	user, rest, slash := strings.Cut(text[1:], "/")
	if slash {
		rest = "/" + rest
	} else if more {
		return word{}, text
	}
	var dir string
	switch {
	case strings.ContainsAny(user, `\*?[:{$`):
		return word{}, text
	case user == "":
		dir = e.f.home
	case user == "+":
		dir = e.w.dir
	case user == "-":
		dir = e.w.back
	case digit(user[len(user)-1]) && strings.Trim(user, "+-0123456789") == "":
		list := e.w.dirs()
		if digit(user[0]) {
			user = "+" + user
		}
		if i, ok := numbered(user, len(list)); ok {
			dir = list[i]
		}
	case user == "root":
		dir = "/root"
	case strings.HasPrefix(e.f.home, "/Users/"):
		dir = "/Users/" + user
	default:
		dir = "/home/" + user
	}
	if dir == "" {
		return word{Text: "${HOME}"}, rest
	}
	return word{Text: dir, Known: true}, rest
}

// unescape removes backslashes from a text, and reports whether it is a pattern of paths.
func unescape(text string) (out string, glob bool) {
	if !strings.Contains(text, `\`) {
		return text, globs(text)
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			if i++; i < len(text) && text[i] != '\n' {
				b.WriteByte(text[i])
			}
		case '*', '?', '[':
			glob = glob || globs(text[i:])
			fallthrough
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), glob
}

// globs reports whether a text is a pattern of paths.
func globs(text string) bool {
	if strings.ContainsAny(text, "*?") {
		return true
	}
	i := strings.IndexByte(text, '[')
	return i >= 0 && strings.IndexByte(text[i:], ']') > 1
}

// unquote removes the backslashes that quote something in double-quoted text.
func unquote(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			switch text[i+1] {
			case '$', '`', '"', '\\':
				i++
			case '\n':
				i++
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
