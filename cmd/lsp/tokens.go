package lsp

// tokenTypes are the protocol's names of token types in expressions; their number is their index.
var tokenTypes = []string{"variable", "function", "property", "string", "number", "operator"}

const (
	tokenVariable = iota
	tokenFunction
	tokenProperty
	tokenString
	tokenNumber
	tokenOperator
)

// tokens answers the types of words in expressions, which to CUE are strings, as five numbers each:
// line and character relative to the previous one, length, type, and 0.
func (s *Server) tokens(t *Text, _ Params) any {
	data := []int{}
	var last Position
	var visit func(n *Node)
	visit = func(n *Node) {
		for _, e := range n.holes(t.Data) {
			all := wordsOf(e.Src)
			for i := range all {
				at := t.span(e.At+all[i].at, e.At+all[i].to, s.encoding)
				kind := kindOfWord(all, i)
				if kind < 0 || at.Start.Line != at.End.Line || before(at.Start, last) {
					continue
				}
				character := at.Start.Character
				if at.Start.Line == last.Line {
					character -= last.Character
				}
				data = append(data, at.Start.Line-last.Line, character, at.End.Character-at.Start.Character, kind, 0)
				last = at.Start
			}
		}
		for _, c := range n.Nodes {
			visit(c)
		}
	}
	visit(t.tree)
	return map[string]any{"data": data}
}

// kindOfWord returns the type of a word in an expression, -1 for parentheses and the like.
func kindOfWord(all []word, i int) int {
	w := all[i]
	switch {
	case w.kind == wordText:
		return tokenString
	case w.kind == wordNumber:
		return tokenNumber
	case w.kind == wordName && keywords[w.is]:
		return tokenOperator
	case w.kind == wordName && i > 0 && (all[i-1].is == "." || all[i-1].is == "?."):
		return tokenProperty
	case w.kind == wordName && i+1 < len(all) && all[i+1].is == "(":
		return tokenFunction
	case w.kind == wordName || w.is == "#":
		return tokenVariable
	case len(w.is) > 1 || w.is == "<" || w.is == ">" || w.is == "+" || w.is == "-" || w.is == "*" || w.is == "/" || w.is == "!":
		return tokenOperator
	}
	return -1
}
