package ui

import (
	"cmp"
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"
)

// A span is a piece of a line of a rule file with its style class, "" for none.
type span struct{ Class, Text string }

// A line is a line of a rule file with its findings.
type line struct {
	N     int
	Spans []span
	Found []mark
}

// A mark is a finding with as many blanks as precede its column.
type mark struct {
	show.Finding
	Before string
}

// coloured splits a rule file into coloured lines by CUE's scanner. Text that isn't CUE has no
// colour.
func coloured(source []byte) []line {
	lines := []line{{N: 1}}
	add := func(class, text string) {
		for i, part := range strings.Split(text, "\n") {
			if i > 0 {
				lines = append(lines, line{N: len(lines) + 1})
			}
			if last := &lines[len(lines)-1]; part != "" {
				last.Spans = append(last.Spans, span{class, strings.ReplaceAll(part, "\t", "    ")})
			}
		}
	}
	all := tokens(source)
	end := 0
	for i, t := range all {
		if t.at < end {
			continue
		}
		add("", string(source[end:t.at]))
		end = min(t.at+len(t.text), len(source))
		class := t.class
		if class == "name" && i+1 < len(all) && all[i+1].colon {
			class = "key"
		}
		add(class, string(source[t.at:end]))
	}
	add("", string(source[end:]))
	return lines
}

// A piece is a token of a rule file.
type piece struct {
	at          int
	text, class string
	colon       bool
}

// tokens returns the tokens of a rule file, without those that the scanner inserts. Inside a
// string, the scanner must be told that an expression ends, at its closing bracket.
//
// An unclosed string may leave a closing bracket too many, on which the scanner panics. Then only
// the tokens before it are returned.
func tokens(source []byte) (all []piece) {
	defer func() { recover() }()
	var s scanner.Scanner
	file := token.NewFile("", 0, len(source))
	s.Init(file, source, func(token.Pos, string, []any) {}, scanner.ScanComments)
	var open []int // open brackets in each nested string expression
	for {
		pos, tok, text := s.Scan()
		at := pos.Offset()
		switch tok {
		case token.EOF:
			return all
		case token.INTERPOLATION:
			open = append(open, 0)
		case token.LPAREN:
			if len(open) > 0 {
				open[len(open)-1]++
			}
		case token.RPAREN:
			if n := len(open) - 1; n >= 0 {
				if open[n]--; open[n] == 0 {
					text = s.ResumeInterpolation()
					tok = token.STRING
					if !strings.HasSuffix(text, "(") {
						open = open[:n]
					}
				}
			}
		}
		text = cmp.Or(text, tok.String())
		if tok == token.COMMA && text == "\n" || at >= len(source) {
			continue
		}
		all = append(all, piece{at, text, classOf(tok), tok == token.COLON})
	}
}

// classOf returns the style class of a token.
func classOf(t token.Token) string {
	switch {
	case t == token.COMMENT:
		return "comment"
	case t == token.STRING || t == token.INTERPOLATION:
		return "text"
	case t == token.IDENT:
		return "name"
	case t == token.ATTRIBUTE:
		return "attribute"
	case t == token.INT || t == token.FLOAT:
		return "number"
	case t.IsKeyword():
		return "word"
	}
	return ""
}

// marked returns the lines of a rule file with their findings.
func marked(source []byte, found []show.Finding) []line {
	lines := coloured(source)
	for _, f := range found {
		if f.Line < 1 || f.Line > len(lines) {
			continue
		}
		l := &lines[f.Line-1]
		var text strings.Builder
		for _, s := range l.Spans {
			text.WriteString(s.Text)
		}
		raw := strings.SplitN(string(source), "\n", f.Line+1)[f.Line-1]
		before := strings.ReplaceAll(raw[:max(0, min(f.Col-1, len(raw)))], "\t", "    ")
		l.Found = append(l.Found, mark{f, strings.Repeat(" ", len([]rune(before)))})
	}
	return lines
}

// A sourcePage shows a rule file.
type sourcePage struct {
	frame
	File  string
	Place place
	Lines []line
}

// errUnknown refuses to read files other than the rules'.
var errUnknown = errors.New("found no rule file of that name among those in force here")

// showSource shows a rule file that contains a hook, a rule or a finding.
func (s *Server) showSource(w http.ResponseWriter, r *http.Request) {
	look, err := s.looks.get(r.Context(), s)
	if err != nil {
		s.failed(w, err)
		return
	}
	file := r.URL.Query().Get("file")
	if !slices.Contains(s.files(look), file) {
		s.refused(w, http.StatusNotFound, errUnknown)
		return
	}
	source, err := show.Source(file)
	if err != nil {
		s.failed(w, err)
		return
	}
	s.render(w, "source", s.sourceOf(look, file, source))
}

// sourceOf returns the page of a rule file.
func (s *Server) sourceOf(look *Look, file string, source []byte) sourcePage {
	found := slices.DeleteFunc(slices.Clone(look.Findings), func(f show.Finding) bool { return s.fullName(f.File) != file })
	return sourcePage{s.frame("rules", s.placeOf(file, 0, 0).Text), file, s.placeOf(file, 1, 1), marked(source, found)}
}

// files returns the rule files that a look names.
func (s *Server) files(look *Look) []string {
	var all []string
	for _, f := range look.Findings {
		all = append(all, s.fullName(f.File))
	}
	for _, h := range look.Hooks {
		all = append(all, h.At.File)
		for _, r := range h.Has {
			all = append(all, r.Pos.File)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fullName returns the full path of a file that a finding names relative to Here.
func (s *Server) fullName(file string) string {
	if file == "" || filepath.IsAbs(file) || strings.HasPrefix(file, rules.Path+"/") {
		return file
	}
	return filepath.ToSlash(filepath.Join(s.Here, file))
}
