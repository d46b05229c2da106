package lsp

import (
	"slices"
	"strings"
)

// A wanting is what the words around a cursor want there.
type wanting struct {
	left   string // the kind that what precedes wants
	whole  bool   // the word is all that it wants it of
	right  string // the kind that what follows wants
	member string // the member of it that follows
	args   int    // how many arguments follow, -1 for unknown or no call
	given  []argument
	value  *Node // of the field whose label it is, nil for unknown
}

// An argument is one that is written already.
type argument struct {
	kind, name string
	each       bool // it is asked of each item
}

// wanted returns what the words around a cursor want.
func (w *world) wanted(c Cursor, before, after []word) (is wanting) {
	is.args = -1
	is.left = w.wantedLeft(c, before)
	if len(after) == 0 {
		return is
	}
	if after[0].is == "(" {
		close := closing(after)
		if close < 0 {
			return is
		}
		is.args, is.given = argsIn(after[1:close]), w.givenTo(c, after[:close+1])
		after = after[close+1:]
	}
	next := "$"
	if len(after) > 0 {
		next = after[0].is
	}
	right, compares := comparing[next]
	switch {
	case (next == "." || next == "?.") && len(after) > 1:
		is.member = after[1].is
	case next == "not" && len(after) > 1:
		is.right = comparing[after[1].is]
	case next == "[":
		if end := closing(after); end > 0 && slices.ContainsFunc(after[:end], func(t word) bool { return t.is == ":" }) {
			is.right = aList
		}
	case next == "in":
		is.right = aText
	case compares && right != "":
		if is.right = aText; next == "contains" {
			is.right = ""
		}
	case compares && len(after) > 1 && after[1].kind == wordText, next == "+" && len(after) > 1 && after[1].kind == wordText:
		is.right = aText
	case compares && len(after) > 1 && after[1].kind == wordNumber:
		is.right = aNumber
	case compares && len(after) > 1:
		_, end := wordAt(c.Expr.Src, c.Offset-c.Expr.At)
		is.right = w.kindOfExpr(operand(c.Expr.Src[end+after[1].at:]))
	case strings.Contains("$ ) , && || : ? ; or and", next):
		is.whole = true
		if _, compared := comparing[lastIs(before)]; !compared && (next == "?" || logical[next]) {
			is.right = aBool
		}
	}
	return is
}

// givenTo returns the arguments between the brackets after a cursor.
func (w *world) givenTo(c Cursor, call []word) (all []argument) {
	if len(call) < 3 {
		return nil
	}
	_, end := wordAt(c.Expr.Src, c.Offset-c.Expr.At)
	for _, src := range splitArgs(c.Expr.Src[end+call[0].to : end+call[len(call)-1].at]) {
		all = append(all, argument{w.kindOfExpr(src), lastName(chain(src, wordsOf(src))), ofEach(src)})
	}
	return all
}

// operand returns the operand that an expression begins with.
func operand(src string) string {
	depth := 0
	for _, t := range wordsOf(src) {
		_, compares := comparing[t.is]
		switch {
		case strings.Contains("([{", t.is):
			depth++
		case depth == 0 && (compares || logical[t.is] || strings.Contains(")]},?:;+", t.is)):
			return src[:t.at]
		case strings.Contains(")]}", t.is):
			depth--
		}
	}
	return src
}

func lastIs(all []word) string {
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1].is
}

// ofEach reports whether an expression is about an item.
func ofEach(src string) bool {
	words := wordsOf(src)
	for i, t := range words {
		if t.is == "#" || t.is == "{" || t.is == "." && (i == 0 || !operandEnds(words[i-1])) {
			return true
		}
	}
	return false
}

// closing returns the index of the token that closes the bracket that the first opens, -1 if none.
func closing(all []word) int {
	depth := 0
	for i, t := range all {
		switch t.is {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// argsIn counts the arguments between brackets.
func argsIn(all []word) (n int) {
	depth := 0
	for _, t := range all {
		switch t.is {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				n++
			}
		}
	}
	if len(all) > 0 {
		n++
	}
	return n
}

// wantedLeft returns the kind that the words before a cursor want.
func (w *world) wantedLeft(c Cursor, before []word) string {
	n := len(before)
	if n == 0 || before[n-1].is == ";" && len(calls(c.Expr.Src, before)) == 0 {
		switch label := lastOf(c.Node.path()); {
		case c.Expr.Hole:
			return aText
		case c.Node.Parent != nil && c.Node.Parent.Label == "each":
			return aList
		case label == "when" || label == "any" || label == "is":
			return aBool
		}
		return ""
	}
	switch last := before[n-1]; {
	case logical[last.is]:
		return aBool
	case last.is == "(" || last.is == ",":
		open := calls(c.Expr.Src, before)
		if len(open) == 0 || open[len(open)-1].brace != "(" {
			return ""
		}
		call := open[len(open)-1]
		if call.name != "" && !keywords[call.name] {
			return w.takes(call.name, len(call.args))
		}
		if last.is == "(" {
			return w.wantedLeft(c, before[:n-1])
		}
	case last.is == "+":
		return w.kindOfExpr(c.Expr.Src[chainStart(c.Expr.Src, before[:n-1]):last.at])
	default:
		if want, ok := comparing[last.is]; ok && want == "" {
			left, _, _ := compared(c.Expr.Src, before)
			return w.follow(left, c.Expr.Src, before).kind()
		} else if ok {
			return want
		}
	}
	return ""
}

// chainStart returns the offset of the chain or literal that ends with the last token.
func chainStart(src string, all []word) int {
	if len(all) == 0 {
		return 0
	}
	if links := chain(src, all); len(links) > 0 {
		return links[0].at
	}
	return all[len(all)-1].at
}

// fits sets what a candidate's kind, members and arguments tell.
func (is wanting) fits(c candidate, f *[features]float64) {
	set := func(holds bool, yes, no int) {
		if holds {
			f[yes] = 1
		} else {
			f[no] = 1
		}
	}
	if is.left != "" && c.gives != "" {
		if is.whole {
			set(c.gives == is.left, isAll, isNotAll)
		} else {
			set(c.gives == is.left, isWanted, isUnwanted)
		}
	}
	if is.right != "" && c.gives != "" {
		set(c.gives == is.right, isWantedRight, isUnwantedRight)
	}
	if is.member != "" && (c.gives != "" && c.gives != anItem || len(c.members) > 0) {
		set(slices.ContainsFunc(c.members, func(m Member) bool { return m.Name == is.member }), hasMember, lacksMember)
	}
	if is.args >= 0 && c.takes != nil {
		set(is.args >= c.takes[0] && (c.takes[1] < 0 || is.args <= c.takes[1]), takesThem, takesOthers)
	}
	if is.value != nil && c.kind == kindProperty {
		if form := is.value.formed(); form != "" && c.detail != "" && c.detail != "_" && c.detail != "condition" {
			set(strings.Contains(c.detail, form), isWanted, isUnwanted)
		}
		if len(c.members) > 0 {
			set(!slices.ContainsFunc(is.value.Nodes, func(n *Node) bool {
				return n.Label != "" && !slices.ContainsFunc(c.members, func(m Member) bool { return m.Name == n.Label })
			}), hasMember, lacksMember)
		}
	}
	is.fitting(c, f)
}

// fitting sets what the arguments that are written tell.
func (is wanting) fitting(c candidate, f *[features]float64) {
	for i, a := range is.given {
		if c.params == nil || i > 2 {
			break
		}
		p := c.params(i)
		if p.kind != "" && a.kind != "" {
			if p.kind == a.kind {
				f[argumentFits]++
			} else {
				f[argumentClashes]++
			}
		}
		if p.each && !a.each {
			f[argumentClashes]++
		}
		if p.name != "" && a.name == p.name {
			f[argumentNamed] = 1
		}
	}
}

// formed returns CUE's kind of a value as it is written, "" for unknown.
func (n *Node) formed() string {
	switch {
	case n.Form == Struct:
		return "struct"
	case n.Form == List:
		return "list"
	case len(n.Texts) == 1 && len(n.Idents) == 0:
		return "string"
	}
	return ""
}

// valued gives labels that a struct may have the labels below them, where some are written.
func (w *world) valued(c Cursor, all []candidate) {
	if c.Of == nil || !slices.ContainsFunc(c.Of.Nodes, func(n *Node) bool { return n.Label != "" }) {
		return
	}
	for i, o := range all {
		below := w.allowed(append(c.Node.path(), o.label))
		if len(below) == 0 && strings.HasPrefix(o.detail, "statement") {
			below = w.bound(o.label)
		}
		for _, a := range below {
			all[i].members = append(all[i].members, Member{Name: a.Label})
		}
	}
}
