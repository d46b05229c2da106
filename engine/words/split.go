// Package words splits names into words, and finds words of a set in texts.
//
//	deleteUserAccounts ─ split.go ─► delete, user, accounts ─ stem.go ─► delete, user, account
//	                                     │
//	a set of the rules ─ set.go ─► fits as a whole, as a beginning, an end, a part, or as words
//
// A set is prepared when rules are compiled: its words are sorted, and words that begin with
// another one are left out if that is found in their place. It is stored as one text, which is
// split when it is first asked. It is asked by one search for each place in a text where a word may
// begin, however many words there are.
//
// Names are those that programmers give: of functions, tools, tasks and files. Rules say which
// words mean what; this package only says what a word is.
package words

import (
	"strings"
	"unicode"
)

// Split returns the words of a name in small letters. A word ends at a character that is neither
// letter nor digit, before a capital after a small letter or a digit, and before the last of
// several capitals if a small letter follows: deleteUser, db:drop:prod and HTTPServerStop give
// delete user, db drop prod and http server stop.
func Split(name string) (all []string) {
	runes := []rune(name)
	from := 0
	end := func(at int) {
		if at > from {
			all = append(all, strings.ToLower(string(runes[from:at])))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			end(i)
			from = i + 1
		case i > from && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end(i)
			from = i
		}
	}
	end(len(runes))
	return all
}
