package form

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

var (
	// dotted matches an unescaped dot before a word, at the beginning of a part of a pattern.
	dotted = regexp.MustCompile(`(^|[(|/^])\.[A-Za-z]\w*`)
	// ending matches an unescaped dot before the last letters of a name.
	ending = regexp.MustCompile(`[\w)]\.[a-z]{1,5}\$$`)
	// starred matches a * in the sense of globs: nobody means to repeat a folder's /, and hardly
	// the last letter of a name.
	starred = regexp.MustCompile(`[\w)\]]/\*+(\.?\w|[/|)$]|$)|[A-Za-z_-]{2}\*(\.[a-z]\w*\$?$|$)`)
	// classes matches signs that occur only in patterns.
	classes = regexp.MustCompile(`\.\*|\.\+|\\[bBdDsSwWntr.]|\[\^|\[[a-z]-[a-z]|\(\?`)
)

// expressions are the regular expressions parsed so far: each is asked several questions, and many
// rules share one.
var expressions sync.Map // of *syntax.Regexp, by their text; nil for a faulty one

// parsed parses a regular expression; nil if it can't be. Nobody may change it.
func parsed(source string) *syntax.Regexp {
	known, ok := expressions.Load(source)
	if !ok {
		re, err := syntax.Parse(source, syntax.Perl)
		if err != nil {
			re = nil
		}
		known, _ = expressions.LoadOrStore(source, re)
	}
	return known.(*syntax.Regexp)
}

// pattern checks a regular expression for parts that are hardly meant.
func pattern(p part) Wrong {
	re := parsed(p.text)
	if re != nil && neverMatches(re) {
		return Wrong{Text: "which fits no text: ^ begins one and $ ends it"}
	}
	if starred.MatchString(p.text) {
		return Wrong{Text: `where * repeats the character before it, as in globs it doesn't, want [^/]* for a part of a path, or .* for any`, Mild: true}
	}
	if re != nil && halfAnchored(re) {
		return Wrong{Text: "where ^ and $ are of one alternative each, want ^( and )$ around all of them", Mild: true}
	}
	for _, re := range []*regexp.Regexp{dotted, ending} {
		if found := strings.TrimLeft(re.FindString(p.text), "(|/^"); found != "" {
			return Wrong{Text: `where the dot stands for any character, want ` + strings.Replace(found, ".", `\.`, 1), Mild: true}
		}
	}
	return Wrong{}
}

// literal checks a literal text that looks like a pattern.
func literal(p part) Wrong {
	if classes.MatchString(p.text) {
		return Wrong{Text: "which is looked for as it stands, want a text, or replaced(), captures() or matches for a pattern", Mild: true}
	}
	return Wrong{}
}

var example = regexp.MustCompile(`06|01|02|15|03|04|05|Jan|Mon`)

func goLayout(p part) Wrong {
	if !example.MatchString(p.text) {
		return want("a layout by Go's example, 2006-01-02 15:04:05")
	}
	return Wrong{}
}

// Everything reports whether a regular expression matches every text: it matches the empty text,
// anywhere or at the beginning or end.
func Everything(source string) bool {
	re := parsed(source)
	return re != nil && (mayMatchEmpty(re, syntax.OpBeginText) || mayMatchEmpty(re, syntax.OpEndText))
}

// mayMatchEmpty reports whether a pattern matches the empty text anywhere in a text; it may contain
// anchor, and no other anchor.
func mayMatchEmpty(re *syntax.Regexp, anchor syntax.Op) bool {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpRepeat:
		return re.Min == 0 || mayMatchEmpty(re.Sub[0], anchor)
	case syntax.OpPlus, syntax.OpCapture:
		return mayMatchEmpty(re.Sub[0], anchor)
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return mayMatchEmpty(sub, anchor) })
	case syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !mayMatchEmpty(sub, anchor) })
	}
	return re.Op == anchor
}

// neverMatches reports whether a pattern requires text before the beginning or after the end.
func neverMatches(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return neverMatches(re.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if neverMatches(sub) {
				return true
			}
		}
	case syntax.OpConcat:
		some, ended := false, false
		for _, sub := range re.Sub {
			wants := !mayMatchEmpty(sub, syntax.OpNoMatch) && !anchored(sub.Op)
			if neverMatches(sub) || sub.Op == syntax.OpBeginText && some || wants && ended {
				return true
			}
			some, ended = some || wants, ended || sub.Op == syntax.OpEndText
		}
	}
	return false
}

// anchored reports whether an operator matches a position rather than text.
func anchored(op syntax.Op) bool {
	return op >= syntax.OpBeginLine && op <= syntax.OpNoWordBoundary
}

// Capitals reports whether a regular expression requires letters that a function changes, as lower
// changes capitals.
func Capitals(source string, change func(string) string) bool {
	re := parsed(source)
	return re != nil && capitals(re, change)
}

func capitals(re *syntax.Regexp, change func(string) string) bool {
	if text := string(re.Rune); re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0 && change(text) != text {
		return true
	}
	return slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return capitals(sub, change) })
}

// Digits reports whether a group of a regular expression takes part in each match, as one digit or
// more and nothing else; group 0 is the whole match.
func Digits(source string, group int) bool {
	re := parsed(source)
	if re == nil {
		return false
	}
	for re.Op == syntax.OpConcat || re.Op == syntax.OpCapture && re.Cap != group && group > 0 {
		at := slices.IndexFunc(re.Sub, func(sub *syntax.Regexp) bool { return group > 0 && captures(sub, group) })
		if at < 0 {
			break
		}
		re = re.Sub[at]
	}
	return (group == 0 || re.Op == syntax.OpCapture && re.Cap == group) && digits(re) && !mayMatchEmpty(re, syntax.OpNoMatch)
}

// captures reports whether a pattern has a group of this number.
func captures(re *syntax.Regexp, group int) bool {
	return re.Op == syntax.OpCapture && re.Cap == group ||
		slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return captures(sub, group) })
}

// digits reports whether a pattern matches digits alone.
func digits(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass:
		return !slices.ContainsFunc(re.Rune, func(r rune) bool { return r < '0' || r > '9' })
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !digits(sub) })
}

// halfAnchored reports whether only the first of several words is anchored to the beginning, and
// only the last to the end: people read such ^ and $ as applying to all words.
func halfAnchored(re *syntax.Regexp) bool {
	if re.Op != syntax.OpAlternate {
		return false
	}
	last := len(re.Sub) - 1
	for i, sub := range re.Sub {
		parts := []*syntax.Regexp{sub}
		if sub.Op == syntax.OpConcat {
			parts = sub.Sub
		}
		begins, ends := parts[0].Op == syntax.OpBeginText, parts[len(parts)-1].Op == syntax.OpEndText
		other := slices.ContainsFunc(parts, func(part *syntax.Regexp) bool { return part.Op != syntax.OpLiteral && !anchored(part.Op) })
		if begins != (i == 0) || ends != (i == last) || other {
			return false
		}
	}
	return true
}
