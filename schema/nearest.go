package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
)

// Unknown says that a name is not known, and which is meant or which there are.
func Unknown(what, name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("unknown %s %s, want %s?", what, name, near)
	}
	switch len(known) {
	case 0:
		return fmt.Sprintf("unknown %s %s, want none", what, name)
	case 1:
		return fmt.Sprintf("unknown %s %s, want %s", what, name, known[0])
	}
	return fmt.Sprintf("unknown %s %s, want one of %s", what, name, strings.Join(slices.Sorted(slices.Values(known)), ", "))
}

// Among says what was found in the place of one of a few values, in their order, and
// which is meant if that can be told.
func Among(found string, values []string) string {
	all := Either(values)
	near := Nearest(found, values)
	if near == "" || len(values) == 1 {
		return fmt.Sprintf("found %s, want %s", found, all)
	}
	return fmt.Sprintf("found %s, want %s? (one of %s)", found, near, all)
}

// Either joins what may be chosen from: a, b or c.
func Either(all []string) string {
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " or " + all[n-1]
	}
	return strings.Join(all, "")
}

// Nearest returns the known name that is a likely misspelling away, or else the one that
// a name is short for, else "". It is given what may stand in the name's place, and no
// more.
func Nearest(name string, known []string) string {
	allowed := max(2, len(name)/3)
	if len(name) < 4 {
		allowed = 1
	}
	best, least := "", allowed+1
	for _, k := range known {
		d := distance(strings.ToLower(name), strings.ToLower(k))
		if d < least && 2*d < max(len(name), len(k)) {
			best, least = k, d
		}
	}
	return cmp.Or(best, sameWords(name, known), inFull(name, known))
}

// sameWords returns the known name that has a name's words in another order, "" if none
// has.
func sameWords(name string, known []string) string {
	for _, k := range known {
		if slices.Equal(wordsOf(name), wordsOf(k)) {
			return k
		}
	}
	return ""
}

// wordsOf returns the words of a name such as force-push or file_path, sorted.
func wordsOf(name string) []string {
	return slices.Sorted(slices.Values(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })))
}

// inFull returns the one known name of which a shorter one has the first letter and
// further ones in their order, as cmd has of command; "" for none or several.
func inFull(name string, known []string) string {
	var all []string
	for _, k := range known {
		if short(strings.ToLower(name), strings.ToLower(k)) {
			all = append(all, k)
		}
	}
	if len(all) != 1 {
		return ""
	}
	return all[0]
}

// leastShort is how many letters tell what a name is short for, and mostShort how many
// times as long that may be.
const (
	leastShort = 3
	mostShort  = 3
)

// short reports whether a name is short for another.
func short(name, of string) bool {
	if len(name) < leastShort || len(name) >= len(of) || len(of) > mostShort*len(name) || name[0] != of[0] {
		return false
	}
	for _, r := range name {
		at := strings.IndexRune(of, r)
		if at < 0 {
			return false
		}
		of = of[at+1:]
	}
	return true
}

// distance is how many letters must be put in, left out or changed; 1 for two that
// changed places.
func distance(a, b string) int {
	if swapped(a, b) {
		return 1
	}
	return levenshtein.ComputeDistance(a, b)
}

// swapped reports whether two letters side by side changed places.
func swapped(a, b string) bool {
	for i := 0; i+1 < len(a) && len(a) == len(b); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
