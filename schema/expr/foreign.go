package expr

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr/builtin"
)

// foreignSigns maps signs of other languages to their equivalents in expr.
var foreignSigns = map[string]string{
	"=":   "==",
	"===": "==",
	"!==": "!=",
	"<>":  "!=",
	":=":  "==, or let NAME = VALUE; in front",
	"=~":  "matches",
	"~=":  "matches",
	"~":   "matches",
	"!~":  "not matches",
	"&":   "&& or and",
	"|":   "|| or or; a pipe leads into a call: TEXT | lower()",
	"=>":  "what follows it alone, with # for the item: any(LIST, # == 'x')",
	"->":  "what follows it alone, with # for the item: any(LIST, # == 'x')",
	"/":   "a pattern as a text: TEXT matches `PATTERN`",
	"“":   `' or "`,
	"”":   `' or "`,
	"‘":   `' or "`,
	"’":   `' or "`,
}

// foreignWords maps words, functions and methods of other languages, in lower case and without _,
// to their equivalents in expr.
var foreignWords = map[string]string{
	"null": "nil", "none": "nil", "undefined": "nil",
	"is": "== or !=", "eq": "==", "equals": "==", "ne": "!=", "xor": "!=",
	"gt": ">", "lt": "<", "gte": ">=", "lte": "<=", "between": ">= and <=",
	"like": "TEXT contains PART, or TEXT matches `PATTERN`",
	"has":  "TEXT contains PART, or ITEM in LIST", "include": "TEXT contains PART, or ITEM in LIST", "includes": "TEXT contains PART, or ITEM in LIST",
	"hasprefix": "TEXT startsWith PART", "beginswith": "TEXT startsWith PART", "startswith": "TEXT startsWith PART",
	"hassuffix": "TEXT endsWith PART", "endswith": "TEXT endsWith PART",
	"match": "TEXT matches `PATTERN`", "test": "TEXT matches `PATTERN`", "search": "TEXT matches `PATTERN`",
	"regex": "TEXT matches `PATTERN`", "regexp": "TEXT matches `PATTERN`", "regexmatch": "TEXT matches `PATTERN`",
	"then": "CONDITION ? A : B", "elif": "CONDITION ? A : B", "elseif": "CONDITION ? A : B",
	"length": "len(TEXT)", "size": "len(TEXT)", "strlen": "len(TEXT)",
	"lowercase": "lower(TEXT)", "tolowercase": "lower(TEXT)", "tolower": "lower(TEXT)",
	"uppercase": "upper(TEXT)", "touppercase": "upper(TEXT)", "toupper": "upper(TEXT)",
	"strip": "trim(TEXT)", "replaceall": "replace(TEXT, OLD, NEW)",
	"str": "string(VALUE)", "tostring": "string(VALUE)", "stringify": "toJSON(VALUE)",
	"number": "int(TEXT)", "parseint": "int(TEXT)", "parsefloat": "float(TEXT)",
	"substring": "TEXT[FROM:TO]", "substr": "TEXT[FROM:TO]", "slice": "TEXT[FROM:TO]",
	"some": "any(LIST, # == 'x')", "every": "all(LIST, # == 'x')",
	"exists": "VALUE != nil, or len(LIST) > 0", "defined": "VALUE != nil", "isnull": "VALUE == nil", "isempty": "TEXT == ''",
	"sprintf": "TEXT + string(VALUE)", "format": "TEXT + string(VALUE)",
	"typeof": "type(VALUE)", "json": "fromJSON(TEXT)", "math": "min, max, abs and round by their names alone",
	"process": "env('NAME')", "getenv": "env('NAME')", "this": "event", "self": "event",
}

// between are expr's operators that are words, with their operands.
var between = map[string]string{
	"contains": "TEXT contains PART", "startsWith": "TEXT startsWith PART", "endsWith": "TEXT endsWith PART",
	"matches": "TEXT matches `PATTERN`", "in": "ITEM in LIST",
}

// Foreign returns expr's equivalent for a word of another language, or for a method that is a
// function or an operator in expr; "" for unknown words.
func Foreign(word string) string {
	if want := between[word]; want != "" {
		return want
	}
	if _, ok := builtin.Index[word]; ok {
		return word + "(VALUE, …)"
	}
	plain := strings.ToLower(strings.ReplaceAll(word, "_", ""))
	for _, own := range ownWords {
		if plain == strings.ToLower(own) {
			return own
		}
	}
	return foreignWords[plain]
}

var (
	// method matches a method call before its first argument.
	method = regexp.MustCompile(`\.(\w+)\(\s*(?:\w+ *|\(\w+\) *)?$`)
	// piped matches a | and the name after it.
	piped = regexp.MustCompile(`[^|](\|)\s*\w+\s*$`)
)

// foreign suggests expr's equivalent for a fault due to another language's syntax; nil for other
// faults.
func foreign(src string, f *SourceError) *SourceError {
	at := min(f.Offset, len(src))
	start, word := runAt(src, at, isLetter)
	switch {
	case strings.HasPrefix(f.Msg, "unexpected token"):
		return foreignToken(src, at)
	case strings.HasPrefix(f.Msg, "unrecognized character"):
		return foreignSign(src, at)
	case strings.HasPrefix(f.Msg, "too many arguments"): // the text before | counts as an argument
		if before := strings.TrimRight(src[:start], " "); strings.HasSuffix(before, "|") {
			return foreignSign(src, len(before)-1)
		}
	case strings.HasPrefix(f.Msg, "unknown name $"):
		want := strings.TrimPrefix(word, "$")
		if want == strings.ToUpper(want) {
			want = "env('" + want + "')"
		}
		return replaced(start, word, want)
	case strings.HasPrefix(f.Msg, "unknown name "):
		return replaced(start, word, Foreign(word))
	case strings.HasPrefix(f.Msg, "array elements can only be selected"), strings.Contains(f.Msg, " has no method "):
		return foreignMethod(start, word)
	}
	return nil
}

// foreignToken is foreign for an unexpected token at an offset; the cause may precede it.
func foreignToken(src string, at int) *SourceError {
	if m := method.FindStringSubmatchIndex(src[:at]); m != nil {
		return foreignMethod(m[2], src[m[2]:m[3]])
	}
	if m := piped.FindStringSubmatchIndex(src[:at]); m != nil {
		return foreignSign(src, m[2])
	}
	if f := foreignSign(src, at); f != nil {
		return f
	}
	start, word := runAt(src, at, isLetter)
	if strings.HasPrefix(src[start+len(word):], "(") && between[word] != "" {
		return replaced(start, word+"(…)", between[word])
	}
	if f := replaced(start, word, Foreign(word)); f != nil && between[word] == "" {
		return f
	}
	before := strings.TrimRight(src[:start], " \t\n")
	start, word = runAt(before, len(before), isLetter)
	if _, known := foreignWords[strings.ToLower(word)]; known {
		return replaced(start, word, Foreign(word))
	}
	return nil
}

// foreignSign is foreign for the signs at an offset.
func foreignSign(src string, at int) *SourceError {
	start, sign := runAt(src, at, isSign)
	if text := curly.FindStringSubmatch(src[start:]); text != nil {
		f := replaced(start, sign, foreignSigns[sign])
		f.Name, f.Meant = text[0], []string{"'" + text[1] + "'"}
		return f
	}
	return replaced(start, sign, foreignSigns[sign])
}

// foreignMethod is foreign for a method.
func foreignMethod(at int, name string) *SourceError {
	want := Foreign(name)
	if operator := between[want]; operator != "" {
		want = operator
	}
	return replaced(at, "."+name+"(…)", want)
}

// replaced returns the fault of something with an equivalent in expr; nil if want is "" or the
// same.
func replaced(at int, found, want string) *SourceError {
	if want == "" || want == found {
		return nil
	}
	f := &SourceError{Offset: at, Msg: fmt.Sprintf("found %s, want %s", found, want), Name: found}
	if token.MatchString(want) {
		f.Meant = []string{want}
	}
	return f
}

var (
	// curly matches a text in typographic quotes.
	curly = regexp.MustCompile("^[“”‘’]([^“”‘’'\"\\\\`]*)[“”‘’]")
	// token matches equivalents that are a single token themselves.
	token = regexp.MustCompile(`^([a-z]+[A-Z]?[a-z]*|[=!<>]+)$`)
)

// runAt returns the run of characters of a kind around an offset, and its start.
func runAt(src string, at int, of func(rune) bool) (start int, row string) {
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(src[:at])
		if !of(r) {
			break
		}
		at -= size
	}
	end := at
	for end < len(src) {
		r, size := utf8.DecodeRuneInString(src[end:])
		if !of(r) {
			break
		}
		end += size
	}
	return at, src[at:end]
}

func isSign(r rune) bool { return strings.ContainsRune("=!<>~&|:-/“”‘’", r) }

func isLetter(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
