package lsp

import (
	"strings"

	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"
)

// A Node is a field, or an item of a list, as it is written. The tree of a text is read from
// CUE's tokens alone, not from its grammar: while somebody types most texts have no grammar,
// and what stands before and after the cursor is to be known all the same.
type Node struct {
	Label    string // "" for an item of a list, or what is embedded
	Pattern  bool   // the label is one of many: [string], (name)
	At, To   int    // from the label, or the item, to the end of the value; bytes
	LabelEnd int    // where the label ends
	Form     Form
	Texts    []Literal // the value's texts, where it has some; the first mostly is all of it
	Nodes    []*Node
	Parent   *Node
	opens    int // where its { or [ stands, 0 for none
}

// A Form is what a value is written as.
type Form int

// Forms of values. A field whose value isn't there yet is Bare.
const (
	Bare Form = iota
	Plain
	Struct
	List
)

// A Literal is a text as it is written.
type Literal struct {
	At, To int // with its quotes; bytes
	Lit    string
}

// Value returns what the text says; what can't be read is taken as it is written.
func (l Literal) Value() string {
	if s, err := literal.Unquote(l.Lit); err == nil {
		return s
	}
	return strings.Trim(l.Lit, "#\"'\n")
}

// inner returns where the text begins within its quotes, and where it ends.
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

// newTree reads a text; the node it returns is the file.
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

// A treeReader reads tokens. Its frames are what is open: a brace, or a field whose value
// isn't over.
type treeReader struct {
	data   string
	scan   scanner.Scanner
	frames []frame
	tok    token.Token
	at     int
	lit    string
	held   *piece // the token before, which may be a label
	last   int    // where the last token ended
}

type frame struct {
	node  *Node
	brace token.Token // that opened it, or none for a field
}

// A piece is what may turn out to be a label.
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

// take puts a token where it belongs.
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

// flush takes what was held for a value.
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
	}
	n.To = max(n.To, p.to)
}

// value takes a token that is part of a value and says nothing here.
func (r *treeReader) value() {
	if n := r.place(r.at); n.Form == Bare && n.Parent != nil {
		n.Form = Plain
	}
}

// place returns the node whose value stands here: the field that is open, an item of the list,
// or what stands in a struct without a label.
func (r *treeReader) place(at int) *Node {
	f := r.top()
	if f.brace != token.LBRACK {
		return f.node
	}
	return r.add(&Node{At: at, LabelEnd: at, To: at})
}

// add opens a field or an item below the one that is open.
func (r *treeReader) add(n *Node) *Node {
	n.Parent = r.top().node
	n.Parent.Nodes = append(n.Parent.Nodes, n)
	r.frames = append(r.frames, frame{node: n})
	return n
}

// label makes a field of what was held, or of what the brackets before it had.
func (r *treeReader) label() {
	if strings.Contains(r.data[r.last:r.at], "\n") { // the label isn't there yet
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
		r.end(n.At) // a field that has no value yet, and the next one
		f = r.top()
	}
	if f.brace == 0 && f.node.Form == Bare { // a: b: …
		f.node.Form = Struct
	}
	if last := len(f.node.Nodes) - 1; n.Pattern && last >= 0 && f.node.Nodes[last].Label == "" {
		f.node.Nodes, f.node.Form = f.node.Nodes[:last], Struct // it stood between the brackets
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
	if i == 0 { // nothing such is open
		return
	}
	for _, f := range r.frames[i+1:] { // fields within it
		f.node.To = r.at
	}
	r.frames[i].node.To = r.at + 1
	r.frames = r.frames[:i]
}

// end ends the fields up to the brace that is open.
func (r *treeReader) end(at int) {
	for r.top().brace == 0 {
		r.top().node.To = max(r.top().node.To, at)
		r.frames = r.frames[:len(r.frames)-1]
	}
}

// interpolation passes over a text of CUE's own, "a\(b)c", which has values within it.
func (r *treeReader) interpolation() {
	r.flush()
	from, end, depth := r.at, r.at+len(r.lit), 0
	for more := true; more; {
		pos, tok, lit := r.scan.Scan() // the parenthesis comes once more, as a token
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
