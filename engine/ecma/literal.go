package ecma

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/wire"
)

// Literals are texts that a match requires: of each list at least one, folded by Fold. The most
// selective lists come first; there is none if nothing is known.
type Literals [][]string

// In reports whether a folded text contains one of each list. If not, the program can't match, and
// needn't be compiled.
func (l Literals) In(folded string) bool {
	return !slices.ContainsFunc(l, func(list []string) bool {
		return !slices.ContainsFunc(list, func(text string) bool {
			return strings.Contains(folded, text)
		})
	})
}

// Code codes literals; see package wire.
func (l *Literals) Code(c *wire.Coder) { wire.List(c, (*[][]string)(l), wire.Strings) }

// Literals returns the program's literals.
func (p Program) Literals() Literals {
	re, err := syntax.Parse(p.Expr, syntax.Perl)
	if err != nil {
		return nil
	}
	all := p.needed(re)
	slices.SortStableFunc(all, func(a, b []string) int { return shortest(b) - shortest(a) })
	all = slices.CompactFunc(all, slices.Equal)
	return all[:min(len(all), maxLists)]
}

// maxLists bounds the lists of a program, maxLiterals the texts of a list, and maxOfClass those of a
// class such as [*?].
const (
	maxLists    = 4
	maxLiterals = 64
	maxOfClass  = 4
)

func (p Program) needed(re *syntax.Regexp) Literals {
	switch re.Op {
	case syntax.OpLiteral:
		return parts(re)
	case syntax.OpCharClass:
		if texts := exact(re); texts != nil {
			return Literals{texts}
		}
	case syntax.OpCapture:
		if n, ok := lookOf(re.Name); ok && n < len(p.Looks) && !p.Looks[n].Not {
			return Program{Expr: p.Looks[n].Expr, Looks: p.Looks[:n]}.Literals()
		}
		return p.needed(re.Sub[0])
	case syntax.OpPlus:
		return p.needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return p.needed(re.Sub[0])
		}
	case syntax.OpConcat:
		return p.inRow(re.Sub)
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			lists := p.needed(sub)
			if len(lists) == 0 {
				return nil
			}
			all = append(all, slices.MaxFunc(lists, func(a, b []string) int { return shortest(a) - shortest(b) })...)
		}
		if len(all) <= maxLiterals {
			return Literals{all}
		}
	}
	return nil
}

// inRow returns the literals of parts that follow each other. Known texts are joined with those of
// the next part, because the parser makes cl(aude|ine) of claude|cline.
func (p Program) inRow(parts []*syntax.Regexp) (all Literals) {
	row := []string{""}
	for _, part := range append(slices.Clip(parts), &syntax.Regexp{Op: syntax.OpNoMatch}) {
		texts := exact(part)
		if longer := joined(row, texts); longer != nil {
			row = longer
			continue
		}
		if shortest(row) > 0 {
			all = append(all, row)
		}
		if row = texts; len(texts) == 0 {
			row, all = []string{""}, append(all, p.needed(part)...)
		}
	}
	return all
}

// exact returns all texts that an expression matches, folded; nil if they are many or beyond ASCII.
func exact(re *syntax.Regexp) (texts []string) {
	switch re.Op {
	case syntax.OpLiteral:
		if !slices.ContainsFunc(re.Rune, func(r rune) bool { return r >= utf8.RuneSelf }) {
			texts = []string{Fold(string(re.Rune))}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i+1] >= utf8.RuneSelf || re.Rune[i+1]-re.Rune[i] >= maxOfClass {
				return nil
			}
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				texts = append(texts, Fold(string(r)))
			}
		}
		if len(texts) > maxOfClass {
			return nil
		}
	case syntax.OpCapture:
		if _, look := lookOf(re.Name); !look {
			texts = exact(re.Sub[0])
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			some := exact(sub)
			if texts = append(texts, some...); len(some) == 0 || len(texts) > maxLiterals {
				return nil
			}
		}
	case syntax.OpConcat:
		texts = []string{""}
		for _, sub := range re.Sub {
			texts = joined(texts, exact(sub))
		}
	}
	return texts
}

// joined returns each text of some followed by each of others; nil if either is empty, or if both
// have several, which would be many.
func joined(some, others []string) (all []string) {
	if len(some) > 1 && len(others) > 1 {
		return nil
	}
	for _, text := range some {
		for _, other := range others {
			all = append(all, text+other)
		}
	}
	return all
}

func shortest(texts []string) int {
	least := len(texts[0])
	for _, t := range texts {
		least = min(least, len(t))
	}
	return least
}

// parts returns the parts of a literal that Fold keeps: letters beyond ASCII may have other cases,
// and invalid bytes count as U+FFFD.
func parts(re *syntax.Regexp) (all Literals) {
	for _, part := range strings.FieldsFunc(string(re.Rune), func(r rune) bool {
		return r == utf8.RuneError || re.Flags&syntax.FoldCase != 0 && r >= utf8.RuneSelf
	}) {
		all = append(all, []string{Fold(part)})
	}
	return all
}

// Fold returns a text with ASCII letters in lower case, and with characters beyond ASCII that are
// another case of one replaced by it.
func Fold(s string) string {
	first := 0 // first byte that may change
	for first < len(s) && s[first] < utf8.RuneSelf && !(s[first] >= 'A' && s[first] <= 'Z') {
		first++
	}
	if first == len(s) {
		return s
	}
	out := []byte(s)
	for i := first; i < len(out); i++ {
		switch c := out[i]; {
		case c >= 'A' && c <= 'Z':
			out[i] = c + 'a' - 'A'
		case c >= utf8.RuneSelf:
			return string(out[:i]) + strings.Map(foldRune, s[i:])
		}
	}
	return string(out)
}

func foldRune(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r == 'ſ':
		return 's'
	case r == '\u212A': // the kelvin sign
		return 'k'
	}
	return r
}
