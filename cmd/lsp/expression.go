package lsp

import "strings"

// A word is a token of an expression: a name, a number, a string or an operator. Expressions are
// read by tokens alone, like files, because expr's parser needs them complete.
type word struct {
	kind   wordKind
	is     string
	at, to int
}

type wordKind int

const (
	wordOther wordKind = iota
	wordName
	wordNumber
	wordText
)

// wordsOf returns the tokens of an expression. An unclosed string extends to the end.
func wordsOf(src string) (all []word) {
	for i := 0; i < len(src); {
		c, from := src[i], i
		kind := wordOther
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case strings.HasPrefix(src[i:], "//"): // a comment, to the end of the line
			if end := strings.IndexByte(src[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(src)
			}
			continue
		case c >= '0' && c <= '9':
			kind = wordNumber
			for i < len(src) && (isWord(src[i]) || src[i] == '.' && !strings.HasPrefix(src[i:], "..")) {
				i++
			}
		case isWord(c):
			kind = wordName
			for i < len(src) && isWord(src[i]) {
				i++
			}
		case c == '\'' || c == '"' || c == '`':
			kind = wordText
			for i++; i < len(src) && src[i] != c; i++ {
				if src[i] == '\\' && c != '`' {
					i++
				}
			}
			i = min(i+1, len(src))
		default:
			i += operator(src[i:])
		}
		all = append(all, word{kind, src[from:i], from, i})
	}
	return all
}

// operators of more than one character.
var operators = []string{"?.", "??", "==", "!=", "<=", ">=", "&&", "||", "**", ".."}

func operator(src string) int {
	for _, o := range operators {
		if strings.HasPrefix(src, o) {
			return len(o)
		}
	}
	return 1
}

// until returns the tokens that end at or before an offset.
func until(all []word, offset int) []word {
	for i, w := range all {
		if w.to > offset {
			return all[:i]
		}
	}
	return all
}

// A call is an open bracket at a position, with its function if it is a call.
type call struct {
	name  string
	from  int      // offset of the first argument in the expression
	args  []string // source of the complete arguments
	at    int      // offset of the current argument in the expression
	brace string   // the opening bracket: (, [ or {
}

// calls returns the brackets open at the end of tokens, the innermost last.
func calls(src string, all []word) (open []call) {
	for i, w := range all {
		switch w.is {
		case "(", "[", "{":
			c := call{from: w.to, at: w.to, brace: w.is}
			if i > 0 && all[i-1].kind == wordName && all[i-1].to == w.at {
				c.name = all[i-1].is
			}
			open = append(open, c)
		case ")", "]", "}":
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case ",":
			if n := len(open) - 1; n >= 0 {
				open[n].args = append(open[n].args, strings.TrimSpace(src[open[n].at:w.at]))
				open[n].at = w.to
			}
		}
	}
	return open
}

// A link is a part of a chain: a name, a call, or an index.
type link struct {
	name string // "" for an index, "#" for the current item of a predicate
	call bool
	args string // between its parentheses
	at   int
}

// chain returns the links that end with the last token, in order; nil if something else does.
func chain(src string, all []word) (links []link) {
	for i := len(all) - 1; i >= 0; {
		switch w := all[i]; {
		case w.is == ")" || w.is == "]":
			open := opening(all, i)
			if open < 0 {
				return nil
			}
			if w.is == "]" {
				links, i = append(links, link{args: src[all[open].to:w.at], at: all[open].at}), open-1
				continue
			}
			if open == 0 || all[open-1].kind != wordName {
				return nil
			}
			links = append(links, link{name: all[open-1].is, call: true, args: src[all[open].to:w.at], at: all[open-1].at})
			i = open - 2
		case w.kind == wordName || w.is == "#":
			links = append(links, link{name: w.is, at: w.at})
			i--
		case w.is == "." && len(links) > 0: // .x is short for #.x
			return reversed(append(links, link{name: "#", at: w.at}))
		default:
			return nil
		}
		if i < 0 || all[i].is != "." && all[i].is != "?." {
			return reversed(links)
		}
		if i == 0 || all[i-1].kind == wordOther && !strings.Contains(")]#", all[i-1].is) || all[i-1].kind == wordName && keywords[all[i-1].is] {
			return reversed(append(links, link{name: "#", at: all[i].at}))
		}
		i--
	}
	return reversed(links)
}

// keywords are names that are operators.
var keywords = map[string]bool{"and": true, "or": true, "not": true, "in": true, "contains": true, "startsWith": true, "endsWith": true, "matches": true, "let": true, "if": true, "else": true}

func reversed(links []link) []link {
	for i, j := 0, len(links)-1; i < j; i, j = i+1, j-1 {
		links[i], links[j] = links[j], links[i]
	}
	return links
}

// opening returns the index of the token that opens the bracket closed at i, -1 if there is none.
func opening(all []word, i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch all[i].is {
		case ")", "]", "}":
			depth++
		case "(", "[", "{":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
