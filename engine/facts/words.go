package facts

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	names "bcrules.dev/engine/words"
)

var words = engine.Fact{
	Doc: "those words and phrases of a list that a text contains as whole words, in the list's order and whatever the case of letters: words(['fix', 'code review'], event.prompt)\n" +
		"A whole word has no letter, digit or _ of any script next to it. A hundred words cost hardly more than one.",
	Params:  "list, text",
	Words:   []engine.Word{{Param: "list", Form: "words"}, {Param: "text", Form: "text"}},
	Ready:   readyWords,
	Readies: "list",
	Among:   "list",
	Ask:     engine.Func2[any, string, []string](wordsIn),
}

// endOfWord ends each word of a stored list.
const endOfWord = "\x1f"

// readyWords returns the stored form of a list of words.
func readyWords(data any) (string, error) {
	list, ok := data.([]any)
	if !ok {
		return "", fmt.Errorf("found %v, want a list of words", engine.Shown(data))
	}
	var b strings.Builder
	for _, item := range list {
		word, ok := item.(string)
		if !ok || word == "" || strings.Contains(word, endOfWord) {
			return "", fmt.Errorf("found %v among words, want a text", engine.Shown(item))
		}
		b.WriteString(word + endOfWord)
	}
	return b.String(), nil
}

func wordsIn(_ *engine.Call, list any, text string) ([]string, error) {
	ready, ok := list.(plan.Ready)
	if !ok {
		var all []string
		for _, item := range engine.Listed(list) {
			all = append(all, plan.TextOf(item))
		}
		return newLexicon(all).in(text), nil
	}
	made.Lock()
	defer made.Unlock()
	l := made.lexicons[ready.Made]
	if l == nil {
		l = newLexicon(strings.Split(strings.TrimSuffix(ready.Made, endOfWord), endOfWord))
		if made.lexicons == nil {
			made.lexicons = map[string]*lexicon{}
		}
		made.lexicons[ready.Made] = l
	}
	return l.in(text), nil
}

// A lexicon is a tree of lower-case words that share their beginnings. It is searched only where a
// word may begin, so the cost grows with the text and hardly with the number of words.
type lexicon struct {
	words []string
	ends  []int32 // by word: the node that it ends at, 0 for none
	nodes []node
	first [256]int32 // nodes by a word's first byte, 0 for none
}

// A node is a byte of a word.
type node struct {
	letter      byte
	ends        bool  // a word ends here
	below, next int32 // the first child and the next sibling; 0 for none
}

func newLexicon(words []string) *lexicon {
	letters := 0
	for _, word := range words {
		letters += len(word)
	}
	l := &lexicon{words: words, ends: make([]int32, len(words)), nodes: make([]node, 1, letters+1)}
	for i, word := range words {
		l.ends[i] = l.add(strings.ToLower(word))
	}
	return l
}

// add adds a word, and returns the node that it ends at.
func (l *lexicon) add(word string) (at int32) {
	for i := range len(word) {
		next := l.below(at, word[i])
		if next == 0 {
			next = int32(len(l.nodes))
			n := node{letter: word[i]}
			if at == 0 {
				l.first[word[i]] = next
			} else {
				n.next, l.nodes[at].below = l.nodes[at].below, next
			}
			l.nodes = append(l.nodes, n)
		}
		at = next
	}
	l.nodes[at].ends = at > 0
	return at
}

// below returns the child of a node for a letter, 0 for none.
func (l *lexicon) below(at int32, letter byte) int32 {
	if at == 0 {
		return l.first[letter]
	}
	n := l.nodes[at].below
	for n > 0 && l.nodes[n].letter != letter {
		n = l.nodes[n].next
	}
	return n
}

// in returns the words that a text contains.
func (l *lexicon) in(text string) []string {
	text = strings.ToLower(text)
	stands := make([]bool, len(l.nodes))
	inside := false // in a word, where no other begins
	for at := 0; at < len(text); {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		if !inside {
			l.from(text, at, stands)
		}
		inside = ofWord(r)
		at += size
	}
	found := []string{}
	for i, word := range l.words {
		if stands[l.ends[i]] {
			found = append(found, word)
		}
	}
	return found
}

// from notes the words that begin at an offset of a text.
func (l *lexicon) from(text string, at int, stands []bool) {
	n := int32(0)
	for ; at < len(text); at++ {
		if n = l.below(n, text[at]); n == 0 {
			return
		}
		if l.nodes[n].ends && !stands[n] {
			r, size := utf8.DecodeRuneInString(text[at+1:])
			stands[n] = size == 0 || !ofWord(r)
		}
	}
}

// ofWord reports whether a character belongs to a word.
func ofWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

var stems = engine.Fact{
	Doc: "the stems of a name's words: stems('db:usersDeleted') is ['db', 'user', 'delete']\n" +
		"A word ends before any character but a letter or digit, before a capital that follows a small letter, and before the last of several capitals if a small letter follows. Stems have no -s, -es, -ed and -ing. To match a name against words, use a set that fits as \"word\".",
	Params: "name",
	Form:   "stem",
	Ask:    engine.Func1[string, []string](stemsOf),
}

func stemsOf(_ *engine.Call, name string) ([]string, error) {
	all := []string{}
	for _, word := range names.Split(name) {
		all = append(all, names.Stem(word))
	}
	return all, nil
}

var ends = engine.Fact{
	Doc: "the first and last word of each name, where names have their verbs, as one text: ends(['db:tables:drop', 'deleteUsers', 'x']) is 'db drop delete users x'\n" +
		"A set that fits as \"word\" can list the verbs; words in between are left out: ends(['usersToDeleteReport']) has no delete.",
	Params: "names",
	Ask:    engine.Func1[any, string](endsOf),
}

func endsOf(_ *engine.Call, list any) (string, error) {
	var all []string
	for _, name := range engine.Listed(list) {
		if of := names.Split(plan.TextOf(name)); len(of) > 1 {
			all = append(all, of[0], of[len(of)-1])
		} else {
			all = append(all, of...)
		}
	}
	return strings.Join(all, " "), nil
}
