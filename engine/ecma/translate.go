package ecma

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Translate returns the program of a pattern. Its errors say what can't be translated.
func Translate(source, flags string) (Program, error) {
	return (&translator{src: source}).program(flags)
}

func (t *translator) program(flags string) (Program, error) {
	sticky, err := t.flagged(flags)
	if err != nil {
		return Program{}, err
	}
	if !utf8.ValidString(t.src) {
		return Program{}, errors.New("found bytes that are no text")
	}
	t.count()
	translate := t.alternatives
	if t.plain {
		translate = t.itself
	}
	expr, err := translate()
	if err == nil && t.at < len(t.src) { // alternatives stops at the end or at an unmatched )
		err = errors.New("found ) without (")
	}
	if err != nil {
		return Program{}, err
	}
	if sticky {
		expr = `\A(?:` + expr + ")"
	}
	p := Program{Expr: t.folded(expr, false), Looks: t.looks, Lines: t.lines}
	for _, expr := range p.Exprs() {
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
			return Program{}, explain(err)
		}
	}
	return p, nil
}

// itself translates a literal pattern.
func (t *translator) itself() (string, error) {
	var b strings.Builder
	for _, r := range t.src {
		b.WriteString(quoted(r))
	}
	t.at = len(t.src)
	return b.String(), nil
}

// Exprs returns the program's expressions.
func (p Program) Exprs() []string {
	all := []string{p.Expr}
	for _, l := range p.Looks {
		all = append(all, l.Expr)
	}
	return all
}

// explain restates RE2's reasons for rejecting a pattern.
func explain(err error) error {
	var fault *syntax.Error
	if !errors.As(err, &fault) {
		return err
	}
	switch fault.Code {
	case syntax.ErrInvalidRepeatSize, syntax.ErrLarge, syntax.ErrNestingDepth:
		return errors.New("found a pattern that is too large, want repeats up to 1000 and groups less deep")
	case syntax.ErrInvalidCharRange:
		return fmt.Errorf("found class %s, which there is none of", fault.Expr)
	}
	return fmt.Errorf("found %s: %s", fault.Expr, fault.Code)
}

// A translator reads a pattern from left to right.
type translator struct {
	src    string
	at     int
	modes       // in force
	strict bool // flag u
	plain  bool // flag q
	groups int  // in the whole pattern
	named  bool // some groups have names
	looks  []Look
	lines  bool
	depth  int

	keeps     bool     // keep what groups match
	names     []string // of the groups so far, "" for none
	lookDepth int      // nesting depth of lookarounds
}

// modes are the flags that a group may change.
type modes struct{ fold, multi, dotAll bool }

// flagged reads the flags, and reports whether a match must begin at the start of the text.
func (t *translator) flagged(flags string) (sticky bool, err error) {
	for i, f := range flags {
		if strings.ContainsRune(flags[:i], f) {
			return false, fmt.Errorf("found flag %c twice, want it once", f)
		}
		switch f {
		case 'd', 'g': // they don't affect whether there is a match
		case 'i':
			t.fold = true
		case 'm':
			t.multi = true
		case 'q':
			t.plain = true
		case 's':
			t.dotAll = true
		case 'u':
			t.strict = true
		case 'y':
			sticky = true
		default:
			return false, fmt.Errorf("found flag %c, want some of d, g, i, m, q, s, u, y", f)
		}
	}
	return sticky, nil
}

// count counts the capturing groups, on which the meaning of \1 depends.
func (t *translator) count() {
	class := false
	for i := 0; i < len(t.src); i++ {
		switch c := t.src[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			rest := t.src[i+1:]
			name := strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
			if name || !strings.HasPrefix(rest, "?") {
				t.groups++
			}
			t.named = t.named || name
		}
	}
}

// maxDepth bounds nested groups, as RE2 does.
const maxDepth = 1000

// alternatives translates up to the end or an unmatched ).
func (t *translator) alternatives() (string, error) {
	if t.depth++; t.depth > maxDepth {
		return "", explain(&syntax.Error{Code: syntax.ErrNestingDepth})
	}
	defer func() { t.depth-- }()
	var b strings.Builder
	for t.at < len(t.src) && t.src[t.at] != ')' {
		if t.src[t.at] == '|' {
			t.at++
			b.WriteByte('|')
			continue
		}
		item, kind, err := t.item()
		if err != nil {
			return "", err
		}
		repeat, err := t.repeat()
		switch {
		case err != nil:
			return "", err
		case repeat != "" && (kind == place || kind == look && t.strict):
			return "", errors.New("found nothing to repeat, want something before *, +, ? or {")
		}
		b.WriteString(item + repeat)
	}
	return b.String(), nil
}

// A kind says whether an item may be repeated.
type kind int

const (
	atom  kind = iota
	look       // repeatable without flag u
	place      // never repeatable
)

// item translates one repeatable item.
func (t *translator) item() (string, kind, error) {
	r, size := utf8.DecodeRuneInString(t.src[t.at:])
	t.at += size
	switch r {
	case '^':
		return t.edge(`\A`, "(?m:^)"), place, nil
	case '$':
		return t.edge(`\z`, "(?m:$)"), place, nil
	case '.':
		if t.dotAll {
			return anything, atom, nil
		}
		return `[^\n\r\x{2028}\x{2029}]`, atom, nil
	case '*', '+', '?':
		return "", atom, fmt.Errorf("found nothing to repeat before %c", r)
	case '(':
		return t.group()
	case '[':
		s, err := t.class()
		return s, atom, err
	case '\\':
		return t.escape()
	case '{', '}', ']':
		if t.strict {
			return "", atom, fmt.Errorf(`found %c, want \%c`, r, r)
		}
		if _, _, size := counts(t.src[t.at-1:]); r == '{' && size > 0 {
			return "", atom, errors.New("found nothing to repeat before {")
		}
	}
	return quoted(r), atom, nil
}

// anything matches any character, nothing matches none.
const (
	anything = "(?s:.)"
	nothing  = `[^\x00-\x{10FFFF}]`
)

// edge translates ^ or $.
func (t *translator) edge(text, line string) string {
	if !t.multi {
		return text
	}
	t.lines = true
	return line
}

// quoted escapes a literal character.
func quoted(r rune) string {
	if r < ' ' || r == utf8.RuneError {
		return fmt.Sprintf(`\x{%X}`, r)
	}
	return regexp.QuoteMeta(string(r))
}

// escape translates what follows a \ outside of a class.
func (t *translator) escape() (string, kind, error) {
	rest := t.src[t.at:]
	if rest == "" {
		return "", atom, errors.New(`found \ at the end`)
	}
	switch c := rest[0]; {
	case c == 'b' || c == 'B':
		t.at++
		return `\` + string(c), place, nil
	case c == 'k' && (t.named || t.strict):
		return "", atom, errors.New(`found \k, which points back to a group, want a pattern that doesn't`)
	case c >= '1' && c <= '9':
		digits := span(rest, isDigit)
		if n, err := strconv.Atoi(digits); err == nil && (n <= t.groups || t.strict) {
			return "", atom, fmt.Errorf(`found \%s, which points back to a group, want a pattern that doesn't`, digits)
		}
	}
	switch set := t.set(); set {
	case "":
	case notSpace, notWord:
		return caseless(set), atom, nil
	default:
		return "[" + set + "]", atom, nil
	}
	r, err := t.character(false)
	if err != nil {
		return "", atom, err
	}
	if r < 0 {
		return nothing, atom, nil
	}
	return quoted(r), atom, nil
}
