package ecma

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// White space and its complement, as members of an RE2 class.
const (
	space    = `\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
	notSpace = `\x00-\x08\x0E-\x1F!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`
	// notWord excludes characters that fold to a word character.
	notWord = "\\x00-/:-@\\[-^`{-\\x{17E}\\x{180}-\\x{2129}\\x{212B}-\\x{10FFFF}"
)

// set translates an escape for a set of characters to members of an RE2 class; "" if it is another
// escape.
func (t *translator) set() string {
	rest := t.src[t.at:]
	set := map[byte]string{'d': `\d`, 'D': `\D`, 'w': `\w`, 'W': `\W`, 's': space, 'S': notSpace}[rest[0]]
	if rest[0] == 'W' && t.fold {
		set = notWord
	}
	size := 1
	if name, whole, ok := property(rest); ok && t.strict {
		set, size = `\`+rest[:1]+"{"+name+"}", whole
	}
	if set != "" {
		t.at += size
	}
	return set
}

// property parses p{Name} or p{Key=Name}, also with P.
func property(s string) (name string, size int, ok bool) {
	if s[0]|0x20 != 'p' || !strings.HasPrefix(s[1:], "{") {
		return "", 0, false
	}
	inside, _, ok := strings.Cut(s[2:], "}")
	size = 2 + len(inside) + 1
	for _, key := range []string{"Script=", "sc=", "General_Category=", "gc="} {
		inside = strings.TrimPrefix(inside, key)
	}
	return inside, size, ok && inside != "" && span(inside, isWord) == inside
}

// class translates the rest of a class after its [.
func (t *translator) class() (string, error) {
	c := class{not: strings.HasPrefix(t.src[t.at:], "^")}
	if c.not {
		t.at++
	}
	for {
		lo, set, err := t.member()
		if err != nil || set == classEnd {
			return c.expr(), err
		}
		if !strings.HasPrefix(t.src[t.at:], "-") || strings.HasPrefix(t.src[t.at:], "-]") {
			c.add(set, lo, lo)
			continue
		}
		t.at++
		hi, other, err := t.member()
		switch {
		case err != nil:
			return "", err
		case set != "" || other != "": // the - is literal
			if t.strict {
				return "", errors.New("found a range between classes, want characters")
			}
			c.add(set, lo, lo)
			c.add("", '-', '-')
			c.add(other, hi, hi)
		case lo > hi:
			return "", fmt.Errorf("found range %c-%c, want the smaller one first", lo, hi)
		default:
			c.add("", lo, hi)
		}
	}
}

// classEnd is what member returns for the ] of a class.
const classEnd = "]"

// A class is a character class being read.
type class struct {
	not     bool
	members strings.Builder
	wide    []string // sets that case folding doesn't change; RE2 would take long to find that out
}

// add adds a set, or else a range. A lone surrogate never matches.
func (c *class) add(set string, lo, hi rune) {
	switch {
	case !c.not && (set == notSpace || set == notWord):
		c.wide = append(c.wide, caseless(set))
	case set != "" || hi < 0:
		c.members.WriteString(set)
	default:
		fmt.Fprintf(&c.members, `\x{%X}-\x{%X}`, max(lo, 0), hi)
	}
}

// expr returns the class in RE2 syntax.
func (c *class) expr() string {
	all := "[" + c.members.String() + "]"
	switch empty := c.members.Len() == 0; {
	case c.not && empty:
		return anything
	case c.not:
		return "[^" + c.members.String() + "]"
	case empty && c.wide == nil:
		return nothing
	case empty:
		all = nothing
	}
	if c.wide == nil {
		return all
	}
	return "(?:" + strings.Join(append(c.wide, all), "|") + ")"
}

// caseless returns a set as a class without case folding.
func caseless(set string) string { return "(?-i:[" + set + "])" }

// member reads a character of a class, or a set.
func (t *translator) member() (r rune, set string, err error) {
	if t.at == len(t.src) {
		return 0, "", errors.New("found [ without ]")
	}
	r, size := utf8.DecodeRuneInString(t.src[t.at:])
	t.at += size
	switch {
	case r == ']':
		return 0, classEnd, nil
	case r != '\\':
		return r, "", nil
	case t.at == len(t.src):
		return 0, "", errors.New(`found \ at the end`)
	}
	if set := t.set(); set != "" {
		return 0, set, nil
	}
	r, err = t.character(true)
	return r, "", err
}

// controls are the escape letters of control characters, each before its character.
const controls = "t\tn\nv\vf\fr\r"

// character reads an escape for one character, after its \. It returns a negative rune for a lone
// surrogate, which no text contains.
func (t *translator) character(inClass bool) (rune, error) {
	rest := t.src[t.at:]
	if i := strings.IndexByte(controls, rest[0]); i >= 0 && i%2 == 0 {
		t.at++
		return rune(controls[i+1]), nil
	}
	switch c := rest[0]; {
	case inClass && c == 'b':
		t.at++
		return '\b', nil
	case c >= '0' && c <= '7':
		return t.octal(rest)
	case c == 'c':
		if len(rest) > 1 && (isLetter(rest[1]) || inClass && !t.strict && isWord(rest[1])) {
			t.at += 2
			return rune(rest[1] & 31), nil
		}
		if t.strict {
			return 0, errors.New(`found \c without a letter`)
		}
		return '\\', nil // the c follows
	case c == 'x' || c == 'u':
		if r, size, ok := t.hex(rest); ok {
			t.at += size
			return r, nil
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	if t.strict && !strings.ContainsRune(`^$\.*+?()[]{}|/`, r) && !(inClass && r == '-') {
		return 0, fmt.Errorf(`found \%c, which flag u refuses`, r)
	}
	t.at += size
	return r, nil
}

// octal reads \0, and legacy octal escapes such as \101.
func (t *translator) octal(rest string) (rune, error) {
	digits := span(rest[:min(len(rest), 3)], func(c byte) bool { return c >= '0' && c <= '7' })
	if digits[0] > '3' { // the largest is 377
		digits = digits[:min(len(digits), 2)]
	}
	if t.strict && (digits != "0" || len(rest) > 1 && isDigit(rest[1])) {
		return 0, fmt.Errorf(`found \%s, which flag u refuses`, digits)
	}
	t.at += len(digits)
	n, err := strconv.ParseUint(digits, 8, 8)
	return rune(n), err
}

// hex reads x41, u0041 and, with flag u, u{41}; a surrogate pair is read as one character.
func (t *translator) hex(rest string) (r rune, size int, ok bool) {
	digits := rest[1:]
	switch {
	case rest[0] == 'x':
		digits = digits[:min(len(digits), 2)]
	case strings.HasPrefix(digits, "{"):
		digits, _, ok = strings.Cut(digits[1:], "}")
		if size = len("u{}"); !ok || !t.strict {
			return 0, 0, false
		}
	default:
		digits = digits[:min(len(digits), 4)]
	}
	if size == 0 {
		if size = 1; len(digits) != 2 && rest[0] == 'x' || len(digits) != 4 && rest[0] == 'u' {
			return 0, 0, false
		}
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, 0, false
	}
	r, size = rune(n), size+len(digits)
	if !utf16.IsSurrogate(r) {
		return r, size, true
	}
	if low, ok := strings.CutPrefix(rest[size:], `\u`); ok && len(low) >= 4 {
		if n, err := strconv.ParseUint(low[:4], 16, 32); err == nil {
			if whole := utf16.DecodeRune(r, rune(n)); whole != utf8.RuneError {
				return whole, size + len(`\u`) + 4, true
			}
		}
	}
	return -1, size, true
}
