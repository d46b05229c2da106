package ecma

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Literals returns texts of which one at least stands in whatever the program finds
// something in, both as Fold has them; none if nothing is known.
func (p Program) Literals() []string {
	re, err := syntax.Parse(p.Expr, syntax.Perl)
	if err != nil {
		return nil
	}
	return p.needed(re)
}

// maxLiterals bounds the alternatives that are told apart.
const maxLiterals = 16

func (p Program) needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return longest(re)
	case syntax.OpCapture:
		if n, ok := lookOf(re.Name); ok && n < len(p.Looks) && !p.Looks[n].Not {
			return Program{p.Looks[n].Expr, p.Looks[:n], false}.Literals()
		}
		return p.needed(re.Sub[0])
	case syntax.OpPlus:
		return p.needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return p.needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if other := p.needed(sub); shortest(other) > shortest(best) {
				best = other
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			one := p.needed(sub)
			if one == nil {
				return nil
			}
			all = append(all, one...)
		}
		if len(all) <= maxLiterals {
			return all
		}
	}
	return nil
}

func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	least := len(texts[0])
	for _, t := range texts {
		least = min(least, len(t))
	}
	return least
}

// longest returns the longest part of a literal that Fold keeps as one: letters
// beyond ASCII may have other cases, and bytes that are no text count as U+FFFD.
func longest(re *syntax.Regexp) []string {
	best := ""
	parts := strings.FieldsFunc(string(re.Rune), func(r rune) bool {
		return r == utf8.RuneError || re.Flags&syntax.FoldCase != 0 && r >= utf8.RuneSelf
	})
	for _, part := range parts {
		if len(part) > len(best) {
			best = part
		}
	}
	if best == "" {
		return nil
	}
	return []string{Fold(best)}
}

// Fold returns a text with ASCII's letters small, and for those beyond ASCII that
// are one of them in another case, it.
func Fold(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < utf8.RuneSelf && !(s[i] >= 'A' && s[i] <= 'Z')
	}
	if plain {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == 'ſ':
			return 's'
		case r == '\u212A': // of kelvin
			return 'k'
		}
		return r
	}, s)
}
