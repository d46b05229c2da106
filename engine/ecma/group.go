package ecma

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// group translates what follows a (.
func (t *translator) group() (string, kind, error) {
	outer := t.modes
	defer func() { t.modes = outer }()
	var around *Look
	rest := t.src[t.at:]
	switch {
	case strings.HasPrefix(rest, "?:"):
		t.at += 2
	case strings.HasPrefix(rest, "?="), strings.HasPrefix(rest, "?!"):
		around = &Look{Not: rest[1] == '!'}
		t.at += 2
	case strings.HasPrefix(rest, "?<="), strings.HasPrefix(rest, "?<!"):
		around = &Look{Not: rest[2] == '!', Behind: true}
		t.at += 3
	case strings.HasPrefix(rest, "?<"):
		name := span(rest[2:], func(c byte) bool { return isWord(c) || c == '$' || c >= utf8.RuneSelf })
		if name == "" || isDigit(name[0]) || !strings.HasPrefix(rest[2+len(name):], ">") {
			return "", atom, errors.New("found (?< without a name and >")
		}
		t.at += len(name) + len("?<>")
	case strings.HasPrefix(rest, "?"):
		modes := span(rest[1:], func(c byte) bool { return strings.IndexByte("ims-", c) >= 0 })
		if !strings.HasPrefix(rest[1+len(modes):], ":") {
			return "", atom, errors.New("found (?, want (?:, (?i:, (?=, (?!, (?<=, (?<! or (?<name>")
		}
		if err := t.modify(modes); err != nil {
			return "", atom, err
		}
		t.at += len(modes) + len("?:")
	}
	expr, err := t.alternatives()
	if err != nil {
		return "", atom, err
	}
	if t.at == len(t.src) {
		return "", atom, errors.New("found ( without )")
	}
	t.at++
	if around == nil {
		return "(?:" + t.folded(expr, outer.fold) + ")", atom, nil
	}
	around.Expr = t.folded(expr, false)
	t.looks = append(t.looks, *around)
	if around.Behind {
		return lookGroup(len(t.looks) - 1), place, nil
	}
	return lookGroup(len(t.looks) - 1), look, nil
}

// modify sets the modes that a group has.
func (t *translator) modify(modes string) error {
	set := true
	for i, f := range modes {
		switch {
		case strings.ContainsRune(modes[:i], f):
			return fmt.Errorf("found %c twice in (?%s:, want it once", f, modes)
		case f == '-':
			set = false
		case f == 'i':
			t.fold = set
		case f == 'm':
			t.multi = set
		case f == 's':
			t.dotAll = set
		}
	}
	return nil
}

// folded is an expression that takes cases for the same, or not, as is in force,
// where what is around it does so or not.
func (t *translator) folded(expr string, outer bool) string {
	switch {
	case t.fold == outer:
		return expr
	case t.fold:
		return "(?i:" + expr + ")"
	}
	return "(?-i:" + expr + ")"
}

// lookPrefix is what the names of groups start with that are looks.
const lookPrefix = "look"

func lookGroup(n int) string { return fmt.Sprintf("(?P<%s%d>)", lookPrefix, n) }

// lookOf returns the number of the look that a group is.
func lookOf(name string) (n int, ok bool) {
	digits, ok := strings.CutPrefix(name, lookPrefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
