package words

import (
	"slices"
	"strings"
)

// Stem returns a word without the ending that its form has, by four rules:
//
//	-ies is -y, -s goes but after s, u and i; -es goes where it is spoken
//	-ing and -ed go where a vowel is before them
//	a consonant that is doubled before these is one, but for l, s and z
//	an e that they have taken comes back after -at, -et, -ut, -iz, -bl, -v, -c and -g, and
//	where a short word would have doubled its consonant otherwise
//
// Words of three letters are their own stems, as are those with other letters than a to z.
// So policies, purging, dropped and deleted give policy, purge, drop and delete.
func Stem(word string) string {
	if len(word) < 4 || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return word
	}
	switch {
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case hasAny(word, "sses", "shes", "ches", "xes", "zes"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.ContainsRune("sui", rune(word[len(word)-2])):
		return word[:len(word)-1]
	}
	for _, ending := range []string{"ing", "ed"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) > 2 && vowels(rest) > 0 {
			return restored(rest)
		}
	}
	return word
}

// restored returns a word as it was before the ending was added.
func restored(rest string) string {
	last, before := rest[len(rest)-1], rest[len(rest)-2]
	switch {
	case last == before && len(rest) > 3 && !strings.ContainsRune("lszaeiou", rune(last)):
		return rest[:len(rest)-1]
	case hasAny(rest, "at", "et", "ut", "iz", "bl", "v", "c", "g") && !strings.HasSuffix(rest, "ng") && before != last:
		return rest + "e"
	case len(rest) <= 4 && vowels(rest) == 1 && vowel(before) && !vowel(last) && !strings.ContainsRune("wxy", rune(last)):
		return rest + "e"
	}
	return rest
}

func hasAny(word string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(word, e) })
}

func vowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

func vowels(word string) (n int) {
	for i := range len(word) {
		if vowel(word[i]) {
			n++
		}
	}
	return n
}

// key returns what words are compared by: their stem without a final e, which rules can't always
// tell.
func key(word string) string {
	stem := Stem(word)
	if len(stem) > 3 {
		stem = strings.TrimSuffix(stem, "e")
	}
	return stem
}
