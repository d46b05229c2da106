package lsp

import (
	"math"
	"slices"
	"strings"
)

// A mention is a name in an expression; of is what it is a member of, "" for none.
type mention struct {
	of, is string
	at     int
}

// mentionsIn returns the names in a text's expressions, in order.
func mentionsIn(t *Text) (all []mention) {
	var visit func(n *Node)
	visit = func(n *Node) {
		for _, c := range n.Nodes {
			visit(c)
		}
		for _, e := range n.holes(t.Data) {
			words := wordsOf(e.Src)
			for i, w := range words {
				if w.kind != wordName || keywords[w.is] {
					continue
				}
				m := mention{is: w.is, at: e.At + w.at}
				if i > 0 && dot(words[i-1]) {
					m.of = ownerOf(words[:i-1])
				}
				all = append(all, m)
			}
		}
	}
	visit(t.tree)
	slices.SortStableFunc(all, func(a, b mention) int { return a.at - b.at })
	return all
}

// ownerOf returns the name that ends before a dot, "#" for an item.
func ownerOf(before []word) string {
	n := len(before)
	if n > 0 && before[n-1].is == ")" {
		n = max(opening(before, n-1), 0)
	}
	if n > 0 && before[n-1].kind == wordName && !keywords[before[n-1].is] {
		return before[n-1].is
	}
	return "#"
}

// A surrounding is what stands around a cursor and tells which name an author means next.
type surrounding struct {
	folder, hook, expr map[string]int // mentions of names in the folder, the hook, the expression
	ago                map[string]int // how many mentions before the cursor a name was the last time, in the file
	after              map[string]int // how often a name comes after the last one
	last               string         // the last name before the cursor
	then               string         // what came after the last one, the last time before
	label              string         // of the field
	about              string         // what the author says of the rule, the hook and the field
	echo               *echo          // nil outside of expressions
	wants              wanting
	files              []*Text
	typed              string          // the word at the cursor
	stems              map[string]bool // the words of what the author says here
}

// around looks around a cursor for the members of a value, or for names if of is "".
func (w *world) around(c Cursor, of string) *surrounding {
	from, to := wordAt(c.Text.Data, c.Offset)
	s := &surrounding{files: w.files, typed: c.Text.Data[from:to], wants: wanting{args: -1}, folder: map[string]int{}, hook: map[string]int{}, expr: map[string]int{}, ago: map[string]int{}, after: map[string]int{}}
	var here []mention
	for _, t := range w.files {
		for _, m := range t.mentions() {
			if m.of != of || t == c.Text && m.at >= c.From && m.at < c.Offset { // the word being typed
				continue
			}
			s.folder[m.is]++
			if t == c.Text {
				here = append(here, m)
			}
		}
	}
	before := 0
	for _, m := range here {
		if w.hook != nil && m.at >= w.hook.At && m.at <= w.hook.To {
			s.hook[m.is]++
		}
		if c.Expr != nil && m.at >= c.Expr.At && m.at <= c.Expr.At+len(c.Expr.Src) {
			s.expr[m.is]++
		}
		if m.at < c.Offset {
			s.last = m.is
			before++
		}
	}
	for i, m := range here {
		if i < before {
			s.ago[m.is] = before - i
		}
		if i > 0 && here[i-1].is == s.last {
			s.after[m.is]++
			if i < before {
				s.then = m.is
			}
		}
	}
	s.saying(w, c)
	return s
}

// saying sets what the author says of the rule, the hook and the field.
func (s *surrounding) saying(w *world, c Cursor) {
	s.label = plain(lastOf(c.Node.path()))
	s.about = s.label + plain(commentOn(c.Text, c.Node)+first(w.rule.child("doc").texts())+first(w.hook.child("doc").texts()))
	if w.hook != nil {
		s.about += plain(w.hook.Label)
	}
	s.stems = map[string]bool{}
	for n := c.Node; n != nil; n = n.Parent {
		for _, said := range []string{n.Label, first(n.child("doc").texts()), first(n.child("id").texts())} {
			for _, p := range stemsOf(said) {
				s.stems[p] = true
			}
		}
	}
	for _, p := range stemsOf(commentOn(c.Text, c.Node)) {
		s.stems[p] = true
	}
}

// Features of a candidate: that something is so, or logarithms.
const (
	unmentioned  = iota // in the folder
	newInHook           // not mentioned in the hook
	inExpression        // mentioned in the expression
	isLast              // the last name
	mentioned           // before the cursor, in the file
	ago                 // how long before
	isLabel             // as the field is called
	inLabel             // a part of what the field is called, or the reverse
	inAbout             // in what the author says
	isNear              // declared in the hook
	isInFile            // declared in the file
	isBefore            // declared before the cursor
	howFarBefore        // by how many declarations
	isAfter             // declared after the cursor
	isNext              // declared after the last name
	isUnused            // declared before the cursor and never mentioned
	cameAfter           // mentioned after another mention of the last name
	cameThen            // so the last time
	likely              // how likely it is by all counts
	likelyHere          // how likely it is by the counts in the author's files
	echoLeft            // how much likelier by what follows the same words elsewhere
	echoRight           // by what precedes the same words
	echoBoth            // by what stands between the same words
	isWanted            // it is of the kind that what precedes wants
	isUnwanted          // it isn't
	isAll               // so, and nothing more of it follows
	isNotAll
	isWantedRight // of the kind that what follows wants
	isUnwantedRight
	hasMember // that follows
	lacksMember
	takesThem // as many arguments as follow
	takesOthers
	argumentFits
	argumentClashes
	argumentNamed // as the parameter is
	sameSubject   // how much what is said of it shares with what is said here
	isUnread      // stands in the folder where it is declared and nowhere else
	ofUser        // declared by a hook that uses the text at the cursor
	inParts       // how many of its words are in what is said here
	features
)

// written returns how often a word is written in the folder, but for the one being typed.
func (s *surrounding) written(word string) (n int) {
	for _, t := range s.files {
		n += t.written()[word]
	}
	if word == s.typed {
		n--
	}
	return n
}

// wordsIn counts the words of a text.
func wordsIn(data string) map[string]int {
	all := map[string]int{}
	for i := 0; i < len(data); i++ {
		if from := i; isWord(data[i]) {
			for i < len(data) && isWord(data[i]) {
				i++
			}
			all[data[from:i]]++
		}
	}
	return all
}

// features describes a candidate, except what is counted.
func (s *surrounding) features(c candidate) (f [features]float64) {
	is := plain(c.label)
	for i, holds := range map[int]bool{
		unmentioned:  s.folder[c.label] == 0,
		newInHook:    s.hook[c.label] == 0,
		inExpression: s.expr[c.label] > 0,
		isLast:       s.last == c.label,
		mentioned:    s.ago[c.label] > 0,
		isLabel:      is == s.label || is+"s" == s.label || is == s.label+"s",
		inLabel:      len(is) > 2 && (strings.Contains(s.label, is) || len(s.label) > 2 && strings.Contains(is, s.label)),
		inAbout:      len(is) > 3 && strings.Contains(s.about, strings.TrimSuffix(is, "s")),
		isNear:       c.near,
		isInFile:     c.file,
		isBefore:     c.before > 0,
		isAfter:      c.after,
		isNext:       c.follows != "" && c.follows == s.last,
		isUnused:     s.folder[c.label] == 0 && c.before > 0,
		cameAfter:    s.after[c.label] > 0,
		cameThen:     s.then == c.label,
		isUnread:     (c.class != "" || c.file) && s.written(c.label) == 1,
		ofUser:       c.user,
	} {
		if holds {
			f[i] = 1
		}
	}
	s.wants.fits(c, &f)
	f[sameSubject], f[inParts] = s.shared(c)
	f[ago] = -math.Log2(float64(max(1, s.ago[c.label])))
	f[howFarBefore] = -math.Log2(float64(max(1, c.before)))
	return f
}

// shared returns how many of the words that are said of a candidate are said here, and how many of
// its own.
func (s *surrounding) shared(c candidate) (said, own float64) {
	for _, p := range stemsOf(c.label) {
		if s.stems[p] {
			own++
		}
	}
	for _, p := range stemsOf(c.doc) {
		if s.stems[p] {
			said++
		}
	}
	return math.Log1p(said), math.Log1p(own)
}

// stemsOf returns the beginnings of the longer words of a text, each once.
func stemsOf(text string) (all []string) {
	from := -1
	add := func(word string) {
		if len(word) > 3 {
			if stem := strings.ToLower(word[:min(len(word), 5)]); !slices.Contains(all, stem) {
				all = append(all, stem)
			}
		}
	}
	for i := 0; i <= len(text); i++ {
		letter := i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= 0x80)
		upper := letter && text[i] >= 'A' && text[i] <= 'Z'
		if from >= 0 && (!letter || upper && i > 0 && text[i-1] >= 'a') {
			add(text[from:i])
			from = -1
		}
		if letter && from < 0 {
			from = i
		}
	}
	return all
}
