package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the known name of which name is a likely misspelling, else the one that it
// abbreviates, else "". Known must list only names that are valid in the name's place.
func Nearest(name string, known []string) string {
	if all := candidates(name, known); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Likely returns the known names of which name may be a misspelling, the likeliest first; none if
// the first is doubtful.
func Likely(name string, known []string) []string { return confident(name, candidates(name, known)) }

// confident returns meant; none if the first of them is doubtful: a longer word that name
// abbreviates, or one that differs in too many letters. For a path, the last element is compared.
func confident(name string, meant []string) []string {
	if len(meant) == 0 {
		return nil
	}
	first := meant[0]
	if !strings.Contains(name, ".") {
		first = first[strings.LastIndexByte(first, '.')+1:]
	}
	if looseDistance(name, first) <= 1+len(name)/6 && !otherWord(name, first) || slices.Equal(wordsOf(name), wordsOf(first)) {
		return meant
	}
	return nil
}

// otherWord reports whether a short name has another letter than the known one, such as cmd and cwd:
// it is as likely a word of its own.
func otherWord(name, known string) bool {
	return len(name) < 4 && len(name) == len(known) && !swapped(name, known)
}

// candidates returns the known names that name may stand for, the likeliest first, without those
// more than twice as far away.
func candidates(name string, known []string) (all []string) {
	allowed := max(2, len(name)/3)
	if len(name) < 4 {
		allowed = 1
	}
	far := map[string]int{}
	for _, k := range known {
		if d := looseDistance(name, k); d <= allowed && 2*d < max(len(name), len(k)) {
			far[k] = d
		}
	}
	if len(far) == 0 {
		if one := cmp.Or(sameWords(name, known), expansion(name, known)); one != "" {
			all = append(all, one)
		}
		return all
	}
	all = slices.SortedFunc(maps.Keys(far), func(a, b string) int { return cmp.Or(far[a]-far[b], strings.Compare(a, b)) })
	least := far[all[0]]
	return slices.DeleteFunc(all, func(k string) bool { return far[k] > 2*least })
}

// sameWords returns the known name that has the same words in another order, "" if there is
// none.
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

// expansion returns the only known name that name abbreviates, as cmd does command; "" for none
// or several.
func expansion(name string, known []string) string {
	var all []string
	for _, k := range known {
		if abbreviates(strings.ToLower(name), strings.ToLower(k)) {
			all = append(all, k)
		}
	}
	if len(all) != 1 {
		return ""
	}
	return all[0]
}

// leastShort is the least length of an abbreviation; mostShort is the greatest ratio of the full
// name's length to it.
const (
	leastShort = 3
	mostShort  = 3
)

// abbreviates reports whether a name abbreviates another.
func abbreviates(name, of string) bool {
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

// looseDistance returns the distance of two names, 0 if they differ only in case and separators.
func looseDistance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if separators.Replace(a) == separators.Replace(b) {
		return 0
	}
	return distance(a, b)
}

// separators removes the separators between the words of a name.
var separators = strings.NewReplacer("_", "", "-", "", " ", "")

// distance returns how many letters must be inserted, deleted or changed to turn a into b; 1 if two
// adjacent letters are swapped.
func distance(a, b string) int {
	if swapped(a, b) {
		return 1
	}
	return levenshtein.ComputeDistance(a, b)
}

// swapped reports whether a and b differ only by a swap of two adjacent letters.
func swapped(a, b string) bool {
	for i := 0; i+1 < len(a) && len(a) == len(b); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
