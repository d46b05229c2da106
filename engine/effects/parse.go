package effects

import (
	"io"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// codes keeps parsed code by its text, so that code that runs twice is parsed once.
type codes struct {
	parser *syntax.Parser
	parsed map[codeOf][]*syntax.Stmt
}

// A codeOf is code, and whether it is known to be fish.
type codeOf struct {
	text string
	fish bool
}

// parse returns the statements of code, as far as it can be parsed. Code that bash can't read is
// tried as zsh, as fish, and as a line of Windows' own shell.
func (c *codes) parse(fs *findings, code string, fish bool) []*syntax.Stmt {
	known := codeOf{code, fish}
	if list, ok := c.parsed[known]; ok {
		return list
	}
	if fs.room -= labour(code); fs.room < 0 {
		fs.bound(code)
		return nil
	}
	if end := tooDeep(code); end >= 0 {
		fs.bound(code)
		code = code[:end]
	}
	whole := true
	if fish {
		var bash string
		if bash, whole = fished(code); whole {
			code = bash
		}
	}
	list, err := c.variant(fs, syntax.LangBash, code)
	if err != nil && len(code) < maxText/2 && fs.steps > 0 && fs.room > labour(code) {
		fs.room -= labour(code)
		other, e := c.variant(fs, syntax.LangZsh, code)
		if bash, ok := fished(code); e != nil && ok {
			other, e = c.variant(fs, syntax.LangBash, bash)
		}
		if done := batched(code); e != nil && done != code {
			other, e = c.variant(fs, syntax.LangBash, done)
		}
		if e == nil {
			list, err = other, nil
		}
	}
	if (err != nil || !whole) && fs.steps > 0 {
		fs.unknown("syntax", code, "")
	}
	if c.parsed == nil {
		c.parsed = map[codeOf][]*syntax.Stmt{}
	}
	c.parsed[known] = list
	return list
}

// batched returns what a loop or a condition of Windows' own shell runs: what follows "for %f in
// (…) do" and "if exist PATH".
func batched(code string) string {
	for {
		head, rest, _ := strings.Cut(strings.TrimSpace(code), " ")
		switch strings.ToLower(head) {
		case "for":
			_, done, ok := strings.Cut(rest, ") do ")
			if !ok || !strings.Contains(rest[:len(rest)-len(done)], "%") {
				return code
			}
			code = done
		case "if", "not":
			code = rest
		case "exist", "defined", "errorlevel":
			_, code, _ = strings.Cut(rest, " ")
		default:
			return code
		}
	}
}

// tooDeep returns where code is nested deeper than people or models write it, -1 for nowhere.
// Brackets in quotes count too.
func tooDeep(code string) int {
	const most, mostWords = 200, 2000
	depth, words := 0, 0
	for i := range len(code) {
		switch code[i] {
		case '(', '{', '[':
			if depth++; depth > most {
				return i
			}
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case ' ':
			if rest := code[max(0, i-5):i]; strings.HasSuffix(rest, "if") || strings.HasSuffix(rest, "while") || strings.HasSuffix(rest, "case") || strings.HasSuffix(rest, "until") {
				if words++; words > mostWords {
					return i
				}
			}
		}
	}
	return -1
}

// variant parses code as one kind of shell, as far as it goes.
func (c *codes) variant(fs *findings, kind syntax.LangVariant, code string) (list []*syntax.Stmt, err error) {
	if c.parser == nil {
		c.parser = syntax.NewParser()
	}
	syntax.Variant(kind)(c.parser)
	text := patient{text: code, until: fs.began.Add(lastResort)}
	for s, e := range c.parser.StmtsSeq(&text) {
		switch {
		case e == nil && err == nil:
			list = append(list, s)
		case err == nil: // the parser may go on after an error
			err = e
		}
	}
	if text.over {
		fs.bound(code)
	}
	return list, err
}

// A patient reader ends the text at the last resort, because the parser itself would go on.
type patient struct {
	text  string
	until time.Time
	over  bool
}

func (p *patient) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	if time.Now().After(p.until) {
		p.over = true
		return 0, io.EOF
	}
	n := copy(b, p.text)
	p.text = p.text[n:]
	return n, nil
}
