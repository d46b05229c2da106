package effects

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A composer turns code whose commands are words, such as PowerShell's, into a shell's syntax tree,
// which is then walked like a shell's. Every block counts as run once, where it stands. In the tree
//
//	()        before a name and arguments: a method call
//	=         before words: a value, not a command
//	${ …;}    a block, which has no text
type composer struct {
	l     *language
	list  []token
	at    int
	depth int
}

// composed returns the syntax tree of code.
func (l *language) composed(code string, depth int) (list []*syntax.Stmt) {
	c := composer{l: l, list: l.tokens(code), depth: depth}
	for c.at < len(c.list) {
		list = append(list, c.stmts()...)
		c.at++ // an unmatched closing sign
	}
	return list
}

// is reports whether the token n ahead is of one of the kinds.
func (c *composer) is(n int, kinds string) bool {
	return c.at+n < len(c.list) && strings.IndexByte(kinds, c.list[c.at+n].kind) >= 0
}

// stmts reads statements up to the end of a block.
func (c *composer) stmts() (list []*syntax.Stmt) {
	if c.depth++; c.depth > maxDepth {
		c.at = len(c.list)
	}
	defer func() { c.depth-- }()
	for c.at < len(c.list) && !c.is(0, ")}") {
		at := c.at
		if s := c.pipeline(); s != nil {
			list = append(list, s)
		}
		if c.at == at || c.is(0, ";|") || c.is(0, "&") && c.is(1, "&") {
			c.at++
		}
	}
	return list
}

// pipeline reads commands joined by |, nil for none.
func (c *composer) pipeline() *syntax.Stmt {
	s := c.command()
	for c.is(0, "|") && !c.is(1, "|") {
		for c.at++; c.is(0, ";"); c.at++ {
		}
		switch next := c.command(); {
		case next == nil:
			return s
		case s == nil:
			s = next
		default:
			s = &syntax.Stmt{Cmd: &syntax.BinaryCmd{Op: syntax.Pipe, X: s, Y: next}}
		}
	}
	return s
}

// command reads a command or a value, with its redirects; nil for none.
func (c *composer) command() *syntax.Stmt {
	call := &syntax.CallExpr{}
	s := &syntax.Stmt{Cmd: call}
	called := c.is(0, "&")
	if called {
		c.at++
	}
	for c.at < len(c.list) && !c.is(0, ";|)}&") {
		t := c.list[c.at]
		first := len(call.Args) == 0 && !called
		switch {
		case first && c.is(1, "(") && c.is(2, "$") && c.is(3, "n") && c.is(4, "s(") && c.list[c.at+4].text != "" && strings.EqualFold(c.list[c.at+3].text, "in"):
			return c.loop()
		case t.kind == ',':
			if c.at++; len(call.Args) > 0 {
				call.Args = append(call.Args, quotedWord(","))
			}
		case t.kind == 'n' && c.redirect(s, t.text):
		case first && t.kind == 'n' && !(c.at+1 < len(c.list) && c.list[c.at+1].near) && c.l.has("reserved", strings.ToLower(t.text)):
			c.at++
		case first && t.kind == '$' && c.assigns(call):
			return s
		default:
			word, bare := c.word()
			if first && (!bare || t.kind != 'n' || t.text[0] == '[') {
				call.Args = append(call.Args, quotedWord("="))
			}
			call.Args = append(call.Args, word)
		}
	}
	if len(call.Args)+len(s.Redirs) == 0 {
		return nil
	}
	return s
}

// loop reads a loop over texts: foreach ($f in 'a', 'b') {…}
func (c *composer) loop() *syntax.Stmt {
	over := &syntax.WordIter{Name: &syntax.Lit{Value: variableName(c.list[c.at+2].text)}, InPos: syntax.NewPos(0, 1, 1)}
	list := c.is(4, "(") // @(…)
	if c.at += 4; list {
		c.at++
	}
	for c.at < len(c.list) && !c.is(0, ")}") {
		if c.is(0, ",;") {
			c.at++
			continue
		}
		item, _ := c.word()
		over.Items = append(over.Items, item)
	}
	for c.is(0, ");") {
		c.at++
	}
	loop := &syntax.ForClause{Loop: over}
	if c.is(0, "{") {
		c.at++
		loop.Do = c.stmts()
		c.at++
	}
	return &syntax.Stmt{Cmd: loop}
}

// assigns reads an assignment; ok is false if none begins here.
func (c *composer) assigns(call *syntax.CallExpr) (ok bool) {
	if !c.is(1, "n") || c.list[c.at+1].text != "=" {
		return false
	}
	name := variableName(c.list[c.at].text)
	c.at += 2
	value := &syntax.Word{}
	if s := c.pipeline(); s != nil {
		value = quoted(&syntax.CmdSubst{Stmts: []*syntax.Stmt{s}})
	}
	call.Assigns = []*syntax.Assign{{Name: &syntax.Lit{Value: name}, Value: value}}
	return true
}

// redirect reads a redirect and its file, if a word begins with one.
func (c *composer) redirect(s *syntax.Stmt, text string) (ok bool) {
	rest := strings.TrimLeft(text, "123456*")
	file := strings.TrimLeft(rest, ">")
	if file == rest {
		return false
	}
	c.list[c.at].text = file
	if file == "" {
		c.at++
	}
	if c.is(0, "&") { // 2>&1
		c.at += 2
		return true
	}
	if c.at >= len(c.list) || c.is(0, ";|)}") || c.is(0, "$") && c.list[c.at].text == "null" {
		c.at++
		return true
	}
	op := syntax.RdrOut
	if strings.HasPrefix(rest, ">>") {
		op = syntax.AppOut
	}
	to, _ := c.word()
	s.Redirs = append(s.Redirs, &syntax.Redirect{Op: op, Word: to})
	return true
}

// word reads a word: tokens without spaces between them. bare says that it has no quotes or
// parentheses.
func (c *composer) word() (word *syntax.Word, bare bool) {
	var parts []syntax.WordPart
	bare = true
	for first := true; c.at < len(c.list) && (first || c.list[c.at].near); first = false {
		t := c.list[c.at]
		switch c.at++; t.kind {
		case 'n':
			parts = append(parts, &syntax.SglQuoted{Value: t.text})
		case 's':
			bare = bare && !first
			if parts = append(parts, &syntax.SglQuoted{Value: t.text}); t.part {
				parts = append(parts[:len(parts)-1], c.filled(t.text)...)
			}
		case '$':
			parts = append(parts, expanded(t.text))
		case '(':
			if t.text == "" && !first && bare {
				return c.method(quoted(parts...)), false
			}
			parts = append(parts, &syntax.CmdSubst{Stmts: c.stmts()})
			c.at++
			bare = c.is(0, "n") && c.list[c.at].text[0] == '.'
		case '{':
			parts = append(parts, &syntax.CmdSubst{ReplyVar: true, Stmts: c.stmts()})
			c.at++
			return quoted(parts...), false
		default:
			if !first {
				c.at--
			}
			return quoted(parts...), bare
		}
	}
	return quoted(parts...), bare
}

// method reads the arguments of a method call whose name was read, and returns the call as a word.
func (c *composer) method(name *syntax.Word) *syntax.Word {
	args := []*syntax.Word{quotedWord("()"), name}
	for c.at < len(c.list) && !c.is(0, ")") {
		if c.is(0, ",;|}&") {
			args = append(args, quotedWord(","))
			c.at++
			continue
		}
		arg, _ := c.word()
		args = append(args, arg)
	}
	c.at++
	return quoted(&syntax.CmdSubst{Stmts: []*syntax.Stmt{{Cmd: &syntax.CallExpr{Args: args}}}})
}

// filled returns the parts of a text that has variables and code in it.
func (c *composer) filled(text string) (parts []syntax.WordPart) {
	for text != "" {
		i := strings.IndexAny(text, "$`\"")
		if i < 0 {
			i = len(text)
		}
		parts = append(parts, &syntax.SglQuoted{Value: text[:i]})
		if text = text[i:]; len(text) < 2 {
			return append(parts, &syntax.SglQuoted{Value: text})
		}
		size := 2
		if end := enclosed(text[1:], '(', ')', maxInner); strings.HasPrefix(text, "$(") && end > 0 {
			parts = append(parts, &syntax.CmdSubst{Stmts: c.l.composed(text[2:1+end], c.depth+1)})
			size = end + 2
		} else if text[0] == '$' {
			var name string
			name, size = cutVariable(text)
			parts = append(parts, expanded(name))
		} else {
			parts = append(parts, &syntax.SglQuoted{Value: text[1:2]})
		}
		text = text[size:]
	}
	return parts
}

// cutVariable returns the name of the variable that code begins with, and its size with $ and
// braces.
func cutVariable(code string) (name string, size int) {
	start := 1
	if strings.HasPrefix(code, "${") {
		start++
	}
	for size = start; size < len(code) && (letter(code[size]) || digit(code[size]) || code[size] == ':' && !strings.HasPrefix(code[size:], "::")); {
		size++
	}
	name = code[start:size]
	if start > 1 && size < len(code) {
		size++
	}
	return name, size
}

// variableName returns the name by which a variable is known, however it is written.
func variableName(name string) string { return strings.TrimPrefix(strings.ToLower(name), "env:") }

// expanded returns a variable as the part of a word.
func expanded(name string) syntax.WordPart {
	switch name = variableName(name); name {
	case "", "true", "false":
		return &syntax.SglQuoted{Value: "$" + name}
	}
	return &syntax.ParamExp{Param: &syntax.Lit{Value: name}}
}

// quoted returns a word that isn't split into fields.
func quoted(parts ...syntax.WordPart) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: parts}}}
}

func quotedWord(text string) *syntax.Word { return quoted(&syntax.SglQuoted{Value: text}) }
