package lsp

import (
	"strings"

	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"
)

// A Node is a field or list item as written. The tree is built from CUE's tokens alone, because
// while somebody types most texts are not grammatical, but the context of the cursor is needed all
// the same.
type Node struct {
	Label    string // "" for a list item or an embedding
	Pattern  bool   // the label stands for many: [string], (name)
	At, To   int    // offsets of the start of the label or item, and the end of the value
	LabelEnd int    // end of the label
	Form     Form
	Texts    []Literal // the strings of the value; the first is usually all of it
	Idents   []string  // the names of the value that are no labels: what it is, or embeds
	Nodes    []*Node
	Parent   *Node
	opens    int // offset of its { or [, 0 for none
}

// A Form is the syntactic form of a value.
type Form int

// Forms of values. Bare is a field without a value yet.
const (
	Bare Form = iota
	Plain
	Struct
	List
)

// A Literal is a string as written.
type Literal struct {
	At, To int // offsets, including quotes
	Lit    string
}

// Value returns the unquoted string; if it can't be unquoted, its content as written.
func (l Literal) Value() string {
	if s, err := literal.Unquote(l.Lit); err == nil {
		return s
	}
	return strings.Trim(l.Lit, "#\"'\n")
}

// inner returns the offsets of the content between the quotes.
func (l Literal) inner() (from, to int) {
	lead := len(l.Lit) - len(strings.TrimLeft(l.Lit, "#"))
	quote := 1
	if strings.HasPrefix(l.Lit[lead:], `"""`) || strings.HasPrefix(l.Lit[lead:], `'''`) {
		quote = 3
	}
	from, to = l.At+lead+quote, l.To-lead-quote
	if open := l.Lit[lead : lead+quote]; to < from || !strings.HasSuffix(strings.TrimRight(l.Lit, "#"), open) { // not closed yet
		to = l.To
	}
	return from, max(from, to)
}

// newTree parses a text and returns the node of the file.
func newTree(data string) *Node {
	root := &Node{Form: Struct, To: len(data)}
	r := &treeReader{data: data, frames: []frame{{node: root, brace: token.LBRACE}}}
	file := token.NewFile("", -1, len(data))
	r.scan.Init(file, []byte(data), func(token.Pos, string, []any) {}, 0)
	for r.next() {
		r.take()
		r.last = min(max(r.last, r.at+max(1, len(r.lit))), len(data))
	}
	for _, f := range r.frames {
		f.node.To = len(data)
	}
	return root
}

// A treeReader reads tokens. Its frames are the open braces, and fields whose value is incomplete.
type treeReader struct {
	data   string
	scan   scanner.Scanner
	frames []frame
	tok    token.Token
	at     int
	lit    string
	held   *piece // the previous token, which may be a label
	last   int    // end of the previous token
}

type frame struct {
	node  *Node
	brace token.Token // the opening brace, 0 for a field
}

// A piece is a token that may be a label.
type piece struct {
	tok    token.Token
	at, to int
	lit    string
}

// next reads a token; false at the end.
func (r *treeReader) next() bool {
	pos, tok, lit := r.scan.Scan()
	r.tok, r.lit, r.at = tok, lit, pos.Offset()
	if tok == token.EOF {
		r.flush()
		return false
	}
	return true
}

func (r *treeReader) top() frame { return r.frames[len(r.frames)-1] }

// take processes a token.
func (r *treeReader) take() {
	switch r.tok {
	case token.INTERPOLATION:
		r.interpolation()
	case token.STRING, token.IDENT, token.LET, token.FOR, token.IF, token.IN, token.TRUE, token.FALSE, token.NULL: // keywords may be labels
		r.flush()
		r.held = &piece{tok: r.tok, at: r.at, to: r.at + len(r.lit), lit: r.lit}
	case token.OPTION, token.NOT:
		if r.held == nil {
			r.value()
		}
	case token.COLON:
		r.label()
	case token.COMMA:
		r.flush()
		r.end(r.at)
	case token.LBRACE, token.LBRACK, token.LPAREN:
		r.flush()
		r.open()
	case token.RBRACE, token.RBRACK, token.RPAREN:
		r.flush()
		r.shut()
	default:
		r.flush()
		r.value()
	}
}

// flush treats the held token as a value.
func (r *treeReader) flush() {
	p := r.held
	if p == nil {
		return
	}
	r.held = nil
	n := r.place(p.at)
	if n.Form == Bare {
		n.Form = Plain
	}
	if p.tok == token.STRING {
		n.Texts = append(n.Texts, Literal{p.at, p.to, p.lit})
	} else if p.tok == token.IDENT {
		n.Idents = append(n.Idents, p.lit)
	}
	n.To = max(n.To, p.to)
}

// value treats the token as an uninteresting part of a value.
func (r *treeReader) value() {
	if n := r.place(r.at); n.Form == Bare && n.Parent != nil {
		n.Form = Plain
	}
}

// place returns the node of a value here: the open field, a new list item, or an embedding in a
// struct.
func (r *treeReader) place(at int) *Node {
	f := r.top()
	if f.brace != token.LBRACK {
		return f.node
	}
	return r.add(&Node{At: at, LabelEnd: at, To: at})
}

// add opens a field or item in the open node.
func (r *treeReader) add(n *Node) *Node {
	n.Parent = r.top().node
	n.Parent.Nodes = append(n.Parent.Nodes, n)
	r.frames = append(r.frames, frame{node: n})
	return n
}

// label makes a field of the held token, or of the brackets before the colon.
func (r *treeReader) label() {
	if strings.Contains(r.data[r.last:r.at], "\n") { // the label isn't written yet
		r.flush()
		r.end(r.last)
	}
	n := &Node{At: r.at, LabelEnd: r.at, To: r.at + 1, Pattern: true}
	if p := r.held; p != nil {
		r.held = nil
		n.At, n.LabelEnd, n.Label, n.Pattern = p.at, p.to, Literal{Lit: p.lit}.Value(), false
		if p.tok != token.STRING {
			n.Label = p.lit
		}
	}
	f := r.top()
	if f.brace == 0 && f.node.Form == Bare && strings.Contains(r.data[f.node.LabelEnd:n.At], "\n") {
		r.end(n.At) // the field before has no value yet
		f = r.top()
	}
	if f.brace == 0 && f.node.Form == Bare { // a: b: …
		f.node.Form = Struct
	}
	if last := len(f.node.Nodes) - 1; n.Pattern && last >= 0 && f.node.Nodes[last].Label == "" {
		f.node.Nodes, f.node.Form = f.node.Nodes[:last], Struct // it was the content of the brackets
	}
	r.add(n)
}

// open opens a brace.
func (r *treeReader) open() {
	n := r.place(r.at)
	if n.Form == Bare || n.Form == Plain {
		n.Form = map[token.Token]Form{token.LBRACE: Struct, token.LBRACK: List, token.LPAREN: Plain}[r.tok]
		n.opens = r.at
	}
	r.frames = append(r.frames, frame{n, r.tok})
}

// shut closes a brace, and all fields within it.
func (r *treeReader) shut() {
	opened := map[token.Token]token.Token{token.RBRACE: token.LBRACE, token.RBRACK: token.LBRACK, token.RPAREN: token.LPAREN}[r.tok]
	i := len(r.frames) - 1
	for i > 0 && r.frames[i].brace != opened {
		i--
	}
	if i == 0 { // no such brace is open
		return
	}
	for _, f := range r.frames[i+1:] { // the fields within it
		f.node.To = r.at
	}
	r.frames[i].node.To = r.at + 1
	r.frames = r.frames[:i]
}

// end closes the fields up to the innermost open brace.
func (r *treeReader) end(at int) {
	for r.top().brace == 0 {
		r.top().node.To = max(r.top().node.To, at)
		r.frames = r.frames[:len(r.frames)-1]
	}
}

// interpolation skips a CUE interpolation, "a\(b)c", including its values.
func (r *treeReader) interpolation() {
	r.flush()
	from, end, depth := r.at, r.at+len(r.lit), 0
	for more := true; more; {
		pos, tok, lit := r.scan.Scan() // the scanner repeats the parenthesis as a token
		end = pos.Offset() + len(lit)
		switch tok {
		case token.EOF:
			return
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 {
			rest := r.scan.ResumeInterpolation()
			end, more = pos.Offset()+len(rest), strings.HasSuffix(rest, "(")
		}
	}
	r.held = &piece{tok: token.STRING, at: from, to: end, lit: r.data[from:min(end, len(r.data))]}
}
