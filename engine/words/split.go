// Package words takes names apart, and finds words of a set in texts.
//
//	deleteUserAccounts ─ split.go ─► delete, user, accounts ─ stem.go ─► delete, user, account
//	                                     │
//	a set of the rules ─ set.go ─► fits as a whole, as a beginning, an end, a part, or as words
//
// A set is made ready when rules are compiled: its words are sorted, and none has another
// as its beginning where that one is found in its place. So it is stored as one text, which
// is parted at the first question, and asked by one search of it for each place of a text
// where a word may begin, however many words there are.
//
// Names are those that programmers give: of functions, tools, tasks and files. Which words
// mean what is the rules' to say; here is only what a word is.
package words

import (
	"strings"
	"unicode"
)

// Split returns the words of a name in small letters. A word ends where something stands
// that is neither letter nor digit, before a capital after a small letter or a digit, and
// before the last of several capitals if a small letter follows it: deleteUser, db:drop:prod
// and HTTPServerStop give delete user, db drop prod and http server stop.
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
