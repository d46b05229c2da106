package protocol

import (
	"strings"
	"text/scanner"
)

// A parser reads one type of TypeScript, as far as the client's declarations use them.
type parser struct {
	scanner.Scanner
	of  *declarations
	tok rune
}

func (p *parser) next() { p.tok = p.Scan() }

// skip skips a token, if it comes next.
func (p *parser) skip(tok rune) bool {
	if p.tok != tok {
		return false
	}
	p.next()
	return true
}

// past skips to after the token that closes an open bracket.
func (p *parser) past(opens, closes rune) {
	for depth := 1; depth > 0 && p.tok != scanner.EOF; p.next() {
		switch p.tok {
		case opens:
			depth++
		case closes:
			depth--
		}
	}
}

func (p *parser) union() *kind {
	p.skip('|')
	all := &kind{}
	for ok := true; ok; ok = p.skip('|') || p.skip('&') {
		all.add(p.one())
	}
	return all
}

// one reads a type that is no union: an object, a text, a name or a list.
func (p *parser) one() *kind {
	k := &kind{}
	switch tok, text := p.tok, p.TokenText(); tok {
	case '{':
		p.next()
		k = p.object()
	case '(':
		p.next()
		k = p.union()
		p.skip(')')
	case '[':
		p.next()
		p.past('[', ']')
	case scanner.Char, scanner.String:
		p.next()
		k.texts = []string{strings.Trim(text, `'"`)}
	default:
		p.next()
		if text == "readonly" {
			return p.one()
		}
		if p.skip('<') {
			p.past('<', '>')
		} else {
			k.add(p.of.kind(text))
		}
	}
	for p.skip('[') {
		p.past('[', ']')
		k = &kind{}
	}
	return k
}

// object reads the fields of an object and its end.
func (p *parser) object() *kind {
	k := &kind{fields: map[string]*kind{}}
	for p.tok != '}' && p.tok != scanner.EOF {
		if p.skip('[') { // any name
			p.past('[', ']')
			p.skip(':')
			p.union()
			p.skip(';')
			continue
		}
		name := strings.Trim(p.TokenText(), `'"`)
		p.next()
		p.skip('?')
		if p.skip(':') {
			k.fields[name] = p.union()
		}
		p.skip(';')
	}
	p.next()
	return k
}
