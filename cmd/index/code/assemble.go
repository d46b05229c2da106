package code

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/cmd/index/sitter"
)

// kinds are the captures of symbols; scope only encloses symbols.
var kinds = []string{"function", "class", "interface", "type", "enum", "variable", "module", scope}

const scope = "scope"

var branches = []string{"if", "for", "while", "case", "catch", "and", "or"}

// A span is a part of the text.
type span struct{ from, to int }

// A found is a symbol with its position.
type found struct {
	Symbol
	span
	name   span
	body   int // end of its signature, -1 if unknown
	up     int // the enclosing symbol, -1 for none
	number int // index in File.Symbols, -1 for none
}

// An assembly is a file's text with its matches.
type assembly struct {
	text    string
	lines   []int // offset of the start of each line
	matches []sitter.Match
	symbols []*found     // by position, an outer symbol before those in it
	above   map[int]span // comments and attributes, by their last line
	remarks []span       // comments in text order
}

// assemble derives a File from the matches.
func assemble(language, text string, matches []sitter.Match) *File {
	a := &assembly{text: text, lines: []int{0}, above: map[int]span{}}
	for i := range len(text) {
		if text[i] == '\n' {
			a.lines = append(a.lines, i+1)
		}
	}
	f := &File{Language: language, Lines: len(a.lines)}
	if strings.HasSuffix(text, "\n") || text == "" {
		f.Lines--
	}
	a.matches = slices.DeleteFunc(matches, func(m sitter.Match) bool { return !a.counts(m) })
	a.nest()
	a.details()
	for _, s := range a.symbols {
		if s.Kind != scope {
			s.number = len(f.Symbols)
			f.Symbols = append(f.Symbols, s.Symbol)
		}
	}
	a.fill(f)
	return f
}

// counts reports whether a match meets its @is captures, and trims trailing space from its
// captures.
func (a *assembly) counts(m sitter.Match) bool {
	for i, c := range m {
		text := a.text[c.From:max(c.To, c.From)]
		m[i].To = c.From + len(strings.TrimRight(text, " \t\r\n"))
		if word, ok := strings.CutPrefix(c.Name, "is."); ok && word != text {
			return false
		}
	}
	return len(m) > 0
}

// part returns a capture of a match.
func part(m sitter.Match, name string) (span, bool) {
	for _, c := range m {
		if c.Name == name {
			return span{c.From, c.To}, true
		}
	}
	return span{}, false
}

func (a *assembly) textOf(s span) string { return a.text[s.from:s.to] }

// line returns the line of an offset.
func (a *assembly) line(at int) int {
	i, exact := slices.BinarySearch(a.lines, at)
	if exact {
		i++
	}
	return i
}

// nest collects the symbols and nests them, omitting a function's own variables.
func (a *assembly) nest() {
	var all []*found
	for _, m := range a.matches {
		name, ok := part(m, "name")
		for _, kind := range kinds {
			if whole, is := part(m, kind); is && ok {
				s := &found{Symbol: Symbol{Kind: kind, Name: a.textOf(name)}, span: whole, name: name, body: -1, number: -1}
				if body, has := part(m, "body"); has {
					s.body = body.from
				}
				if parent, has := part(m, "parent"); has {
					s.Kind, s.Parent = "method", a.textOf(parent)
				}
				all = append(all, s)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y *found) int {
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(y.to, x.to), cmp.Compare(x.name.from, y.name.from), cmp.Compare(rank(x), rank(y)))
	})
	top, named := -1, map[int]bool{}
	for _, s := range all {
		for top >= 0 && a.symbols[top].to <= s.from {
			top = a.symbols[top].up
		}
		if named[s.name.from] || s.Kind == "variable" && top >= 0 && a.symbols[top].calls() {
			continue
		}
		named[s.name.from] = true
		if s.up = top; top >= 0 {
			a.nestIn(s, a.symbols[top])
		}
		a.symbols = append(a.symbols, s)
		if s.Kind != "variable" {
			top = len(a.symbols) - 1
		}
	}
}

// rank sorts a variable that is also a function after that function.
func rank(s *found) int {
	if s.Kind == "variable" {
		return 1
	}
	return 0
}

// calls reports whether a symbol can be called.
func (s *found) calls() bool { return s.Kind == "function" || s.Kind == "method" }

// nestIn derives a symbol's parent and kind from the enclosing symbol.
func (a *assembly) nestIn(s, around *found) {
	switch around.Kind {
	case "class", "interface", "type", "enum", scope:
		s.Parent = around.Name
		if s.Kind == "function" {
			s.Kind = "method"
		}
	}
}

// innermost returns the innermost symbol around an offset, -1 for none.
func (a *assembly) innermost(at int) int {
	i, ok := slices.BinarySearchFunc(a.symbols, at, func(s *found, at int) int { return cmp.Compare(s.from, at) })
	for ok && i+1 < len(a.symbols) && a.symbols[i+1].from == at {
		i++
	}
	if !ok {
		i--
	}
	for i >= 0 && a.symbols[i].to <= at {
		i = a.symbols[i].up
	}
	return i
}

// function returns the function around an offset, nil for none.
func (a *assembly) function(at int) *found {
	for i := a.innermost(at); i >= 0; i = a.symbols[i].up {
		if a.symbols[i].calls() {
			return a.symbols[i]
		}
	}
	return nil
}

// details adds what is in symbols and above them.
func (a *assembly) details() {
	last := 0 // end of the last parameter, to skip nested ones
	for _, m := range a.matches {
		for _, c := range m {
			s := span{c.From, c.To}
			i := a.innermost(c.From)
			switch {
			case c.Name == "comment" || c.Name == "attribute":
				a.above[a.line(max(s.to-1, s.from))] = s
				if c.Name == "comment" {
					a.remarks = append(a.remarks, s)
				}
			case i < 0:
			case c.Name == "body" && a.symbols[i].body < 0:
				a.symbols[i].body = s.from
			case c.Name == "doc" && a.symbols[i].Doc == "":
				a.symbols[i].Doc = paragraph(strings.Trim(strings.TrimLeft(a.textOf(s), "rRuUbBfF"), `"'`))
			case c.Name == "param" && a.head(i, s) && s.from >= last:
				if text := oneLine(a.textOf(s)); !comment(text) {
					last, a.symbols[i].Params = s.to, append(a.symbols[i].Params, text)
				}
			case c.Name == "returns" && a.head(i, s) && a.symbols[i].Returns == "":
				a.symbols[i].Returns = strings.TrimSpace(strings.TrimPrefix(oneLine(a.textOf(s)), ":"))
			}
		}
	}
	for _, s := range a.symbols {
		s.Line, s.Stop = a.line(s.from), a.line(max(s.to-1, s.from))
		s.Signature = a.signature(s)
		if s.Doc == "" {
			s.Doc = a.comments(s.Line)
		}
	}
}

// fill adds calls, imports, branches and names.
func (a *assembly) fill(f *File) {
	written, member := map[int]bool{}, map[int]bool{} // by offset
	for _, m := range a.matches {
		for _, c := range m {
			switch c.Name {
			case "write":
				written[c.From] = true
			case "member":
				member[c.From] = true
			}
		}
	}
	for _, m := range a.matches {
		if module, ok := part(m, "import.module"); ok {
			name, _ := part(m, "import.name")
			alias, _ := part(m, "import.alias")
			f.Imports = append(f.Imports, Import{a.line(module.from), a.textOf(module), oneLine(a.textOf(name)), a.textOf(alias)})
			continue
		}
		for _, c := range m {
			switch {
			case c.Name == "call", c.Name == "element" && unicode.IsUpper(first(a.text[c.From:])):
				caller := ""
				for i := a.innermost(c.From); i >= 0 && caller == ""; i = a.symbols[i].up {
					if a.symbols[i].Kind != scope {
						caller = a.symbols[i].Name
					}
				}
				f.Calls = append(f.Calls, Call{a.line(c.From), caller, a.textOf(span{c.From, c.To})})
			case c.Name == "use":
				s := a.function(c.From)
				if s != nil && s.body >= 0 && c.From >= s.body && !member[c.From] {
					f.Names = append(f.Names, Name{s.number, a.textOf(span{c.From, c.To}), a.line(c.From), written[c.From]})
				}
			case slices.Contains(branches, c.Name):
				if s := a.function(c.From); s != nil {
					f.Branches = append(f.Branches, Branch{s.number, a.line(c.From), a.line(max(c.To-1, c.From)), c.Name})
				}
			}
		}
	}
	f.Imports = dropPlain(f.Imports)
}

func first(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// dropPlain drops the plain import of a module on a line that also imports names from it.
func dropPlain(all []Import) []Import {
	type at struct {
		line   int
		module string
	}
	more := map[at]bool{}
	for _, i := range all {
		if i.Name != "" || i.Alias != "" {
			more[at{i.Line, i.Module}] = true
		}
	}
	return slices.DeleteFunc(all, func(i Import) bool { return i.Name == "" && i.Alias == "" && more[at{i.Line, i.Module}] })
}
