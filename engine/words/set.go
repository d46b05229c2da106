package words

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// The ways in which a set's word fits a text.
const (
	Whole = "whole" // it is all of the text
	Start = "start" // it begins the text
	End   = "end"   // it ends the text
	Part  = "part"  // it is anywhere in the text
	Word  = "word"  // it is a word of the name that the text is, in any form (Split, Stem)
)

// Ways lists all of them.
var Ways = []string{Whole, Start, End, Part, Word}

// A Set is a set of words to look for in texts.
type Set struct {
	as    string
	exact bool     // capitals and small letters differ
	list  []string // sorted, in the form to look for
	first [257]int // where the words of each first byte begin in list
}

// Make returns a set of words that fits texts in one of the Ways. exact says that capitals and
// small letters differ; in words of names they never do. As a Word, an item of several words,
// separated by spaces, fits if these follow each other.
func Make(list []string, as string, exact bool) *Set {
	s := &Set{as: as, exact: exact && as != Word}
	for _, word := range list {
		s.list = append(s.list, s.sought(word))
	}
	slices.Sort(s.list)
	s.list = slices.Compact(s.list)
	if as != Whole {
		var before string
		s.list = slices.DeleteFunc(s.list, func(word string) bool {
			needless := before != "" && strings.HasPrefix(word, before)
			if !needless {
				before = word
			}
			return needless
		})
	}
	s.index()
	return s
}

// sought returns the form in which words are looked for and texts are searched.
func (s *Set) sought(text string) string {
	if s.as == Word {
		return joined(text)
	}
	if !s.exact {
		text = strings.ToLower(text)
	}
	if s.as == End {
		b := []byte(text)
		slices.Reverse(b)
		text = string(b)
	}
	return text
}

// joined returns a name as the keys of its words, with a space before and after each.
func joined(name string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, word := range Split(name) {
		b.WriteString(key(word))
		b.WriteByte(' ')
	}
	return b.String()
}

func (s *Set) index() {
	n := 0
	for c := range 256 {
		s.first[c] = n
		for n < len(s.list) && (s.list[n] == "" || int(s.list[n][0]) <= c) {
			n++
		}
	}
	s.first[256] = n
}

// Match reports whether the set fits a text.
func (s *Set) Match(text string) bool {
	text = s.sought(text)
	switch s.as {
	case Whole:
		_, ok := slices.BinarySearch(s.list, text)
		return ok
	case Start, End:
		return s.at(text)
	}
	for i := range len(text) {
		if (s.as == Part || text[i] == ' ') && s.at(text[i:]) {
			return true
		}
	}
	return false
}

// at reports whether a text begins with a word. No word begins with another, so only the last word
// that isn't after the text can be it.
func (s *Set) at(text string) bool {
	if text == "" {
		return false
	}
	list := s.list[s.first[text[0]]:s.first[int(text[0])+1]]
	n := sort.Search(len(list), func(i int) bool { return list[i] > text })
	return n > 0 && strings.HasPrefix(text, list[n-1])
}

// Text returns the set as it is stored, for Read.
func (s *Set) Text() string {
	return s.as + "\n" + map[bool]string{true: "exact", false: ""}[s.exact] + "\n" + strings.Join(s.list, "\n")
}

// Read returns the set that was stored as a text.
func Read(text string) (*Set, error) {
	parts := strings.SplitN(text, "\n", 3)
	if len(parts) < 3 || !slices.Contains(Ways, parts[0]) {
		return nil, fmt.Errorf("found %.20q, want a set of words", text)
	}
	s := &Set{as: parts[0], exact: parts[1] != ""}
	if parts[2] != "" {
		s.list = strings.Split(parts[2], "\n")
	}
	if !slices.IsSorted(s.list) {
		return nil, fmt.Errorf("found words in no order, want them sorted")
	}
	s.index()
	return s, nil
}
