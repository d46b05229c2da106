package convert

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// The formats' patterns are converted to JavaScript regular expressions, the only kind that rules
// have.

// exactly returns a pattern for a literal text.
func exactly(text string) string { return regexp.QuoteMeta(text) }

// starred returns a pattern for whole texts, in which the pattern star replaces each *.
func starred(text, star string) string {
	parts := strings.Split(text, "*")
	for i := range parts {
		parts[i] = exactly(parts[i])
	}
	return "^" + strings.Join(parts, star) + "$"
}

// commandPattern returns the pattern for a permission's commands: * matches anything, and a single
// * at the end, after a blank, also matches nothing, without the blank.
func commandPattern(text string) string {
	if prefix, ok := strings.CutSuffix(text, ":*"); ok {
		text = prefix + " *"
	}
	if prefix, ok := strings.CutSuffix(text, " *"); ok && !strings.Contains(prefix, "*") {
		return strings.TrimSuffix(starred(prefix, `[\s\S]*`), "$") + `( [\s\S]*)?$`
	}
	return starred(text, `[\s\S]*`)
}

// within rejects a path that leads out of the folder it is relative to.
const within = `(?!\.\.(/|$))`

// gitignored returns the pattern for the paths below a folder that a line of a .gitignore matches:
// at any depth if the line has no slash before its end, else from the folder. It includes
// everything below a match; FOLDER/** includes the folder itself.
func gitignored(line string, anywhere bool) string {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "./"), "/")
	anchored := strings.Contains(line, "/") && !anywhere
	line = strings.TrimPrefix(line, "/")
	var b strings.Builder
	b.WriteString("^" + within)
	if !anchored {
		b.WriteString("(.*/)?")
	}
	b.WriteString(globbed(strings.TrimSuffix(line, "/**")))
	return b.String() + "(/.*)?$"
}

// globbed returns the pattern for a path glob, without anchors.
func globbed(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch rest := glob[i:]; {
		case strings.HasPrefix(rest, "**/"):
			b.WriteString("(.*/)?")
			i += 2
		case strings.HasPrefix(rest, "**"):
			b.WriteString(".*")
			i++
		case rest[0] == '*':
			b.WriteString("[^/]*")
		case rest[0] == '?':
			b.WriteString("[^/]")
		case rest[0] == '[' && strings.Contains(rest[1:], "]"):
			end := strings.Index(rest[1:], "]") + 1
			class := strings.ReplaceAll(rest[1:end], `\`, `\\`)
			if strings.HasPrefix(class, "!") {
				class = "^" + class[1:]
			}
			b.WriteString("[" + class + "]")
			i += end
		case rest[0] == '\\' && len(rest) > 1:
			b.WriteString(exactly(rest[1:2]))
			i++
		default:
			b.WriteString(exactly(rest[:1]))
		}
	}
	return b.String()
}

// sample returns a text that a pattern matches, "" if it finds none.
func sample(pattern string) string {
	pattern = strings.ReplaceAll(pattern, within, "")
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	text := sampled(re)
	if fits, err := regexp.Compile(pattern); err != nil || !fits.MatchString(text) {
		return ""
	}
	return text
}

// sampled returns a short text that an expression matches, as far as it can.
func sampled(re *syntax.Regexp) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return sampledClass(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpStar:
		if op := re.Sub[0].Op; op == syntax.OpCharClass || op == syntax.OpAnyChar || op == syntax.OpAnyCharNotNL {
			return sampled(re.Sub[0])
		}
	case syntax.OpCapture, syntax.OpPlus:
		return sampled(re.Sub[0])
	case syntax.OpRepeat:
		return strings.Repeat(sampled(re.Sub[0]), min(re.Min, 100))
	case syntax.OpAlternate:
		return sampled(re.Sub[0])
	case syntax.OpConcat:
		for i, sub := range re.Sub {
			if sub.Op == syntax.OpWordBoundary && i > 0 && b.Len() > 0 && i+1 < len(re.Sub) {
				continue
			}
			b.WriteString(sampled(sub))
		}
	}
	return b.String()
}

// sampledClass returns a character of a class, preferably a letter or digit.
func sampledClass(ranges []rune) string {
	for _, want := range "xa0X/ -_." {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= want && want <= ranges[i+1] {
				return string(want)
			}
		}
	}
	if len(ranges) == 0 {
		return ""
	}
	return string(ranges[0])
}
