package ecma

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// group translates the rest of a group after its (.
func (t *translator) group() (string, kind, error) {
	outer := t.modes
	defer func() { t.modes = outer }()
	open, assertion, err := t.opening()
	if err != nil {
		return "", atom, err
	}
	if assertion != nil {
		t.lookDepth++
		defer func() { t.lookDepth-- }()
	}
	expr, err := t.alternatives()
	if err != nil {
		return "", atom, err
	}
	if t.at == len(t.src) {
		return "", atom, errors.New("found ( without )")
	}
	t.at++
	if assertion == nil {
		return open + t.folded(expr, outer.fold) + ")", atom, nil
	}
	assertion.Expr = t.folded(expr, false)
	t.looks = append(t.looks, *assertion)
	if assertion.Behind {
		return lookGroup(len(t.looks) - 1), place, nil
	}
	return lookGroup(len(t.looks) - 1), look, nil
}

// opening translates the start of a group; assertion is set if the group is a lookaround.
func (t *translator) opening() (open string, assertion *Look, err error) {
	const plain = "(?:"
	rest := t.src[t.at:]
	switch {
	case strings.HasPrefix(rest, "?:"):
		t.at += 2
	case strings.HasPrefix(rest, "?="), strings.HasPrefix(rest, "?!"):
		t.at += 2
		return "", &Look{Not: rest[1] == '!'}, nil
	case strings.HasPrefix(rest, "?<="), strings.HasPrefix(rest, "?<!"):
		t.at += 3
		return "", &Look{Not: rest[2] == '!', Behind: true}, nil
	case strings.HasPrefix(rest, "?<"):
		name := span(rest[2:], func(c byte) bool { return isWord(c) || c == '$' || c >= utf8.RuneSelf })
		if name == "" || isDigit(name[0]) || !strings.HasPrefix(rest[2+len(name):], ">") {
			return "", nil, errors.New("found (?< without a name and >")
		}
		t.at += len(name) + len("?<>")
		return t.captures(name), nil, nil
	case strings.HasPrefix(rest, "?"):
		modes := span(rest[1:], func(c byte) bool { return strings.IndexByte("ims-", c) >= 0 })
		if !strings.HasPrefix(rest[1+len(modes):], ":") {
			return "", nil, errors.New("found (?, want (?:, (?i:, (?=, (?!, (?<=, (?<! or (?<name>")
		}
		if err := t.modify(modes); err != nil {
			return "", nil, err
		}
		t.at += len(modes) + len("?:")
	default:
		return t.captures(""), nil, nil
	}
	return plain, nil, nil
}

// captures opens a capturing group, with a name or "". A capture inside a lookaround is not kept.
func (t *translator) captures(name string) string {
	if t.names = append(t.names, name); !t.keeps || t.lookDepth > 0 {
		return "(?:"
	}
	return fmt.Sprintf("(?P<%s%d>", groupPrefix, len(t.names))
}

// groupPrefix begins the names of kept groups, before their number.
const groupPrefix = "group"

// modify applies a group's mode flags.
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

// folded wraps an expression compiled for the current case folding so that it keeps it where outer
// is in force.
func (t *translator) folded(expr string, outer bool) string {
	switch {
	case t.fold == outer:
		return expr
	case t.fold:
		return "(?i:" + expr + ")"
	}
	return "(?-i:" + expr + ")"
}

// lookPrefix begins the names of groups that stand for lookarounds.
const lookPrefix = "look"

func lookGroup(n int) string { return fmt.Sprintf("(?P<%s%d>)", lookPrefix, n) }

// lookOf returns the number of the lookaround that a group stands for.
func lookOf(name string) (n int, ok bool) { return numbered(name, lookPrefix) }

// groupOf returns the number of a kept group.
func groupOf(name string) (n int, ok bool) { return numbered(name, groupPrefix) }

func numbered(name, prefix string) (n int, ok bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
