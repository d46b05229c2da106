package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"

	"github.com/tidwall/gjson"
)

// What the agent sent, and what a fact learned of the environment or of a file's content,
// is nobody's to find in a log. What a rule logs is its author's choice; but faults and warnings
// are made by code that can't know where a value came from. So their texts are
// looked over before anybody sees them: what is private in them is replaced by
// where it came from, which is what helps to mend the rule.

// leastValue and leastWord are how long a value, or a word of one, is at least to
// be hidden, bytes: shorter ones would hide half of any text.
const (
	leastValue = 4
	leastWord  = 8
)

// A private text is one that is nobody's to find in a log, and where it came from.
type private struct{ from, value string }

// What is learned is what facts gave at an event that is private.
type learned struct {
	mu  sync.Mutex
	all []told
}

type told struct {
	fact  string
	value any
}

// add keeps what a fact said.
func (l *learned) add(fact string, v any) {
	l.mu.Lock()
	l.all = append(l.all, told{fact, v})
	l.mu.Unlock()
}

// texts are the texts in what was learned.
func (l *learned) texts() (all []private) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.all {
		if text, ok := a.value.(string); ok {
			all = append(all, private{a.fact + "()", text})
			continue
		}
		textsIn("", gjson.ParseBytes(files.JSON(a.value)), func(_, text string) {
			all = append(all, private{a.fact + "()", text})
		})
	}
	return all
}

// discreet returns an error without private texts in what it says.
func (r *Run) discreet(err error) error {
	var placed *plan.Error
	if errors.As(err, &placed) {
		clean := *placed
		clean.Err = r.plainly(placed.Err)
		return &clean
	}
	return r.plainly(err)
}

// plainly is discreet of an error without a place. That a store can't be asked stays to
// be seen.
func (r *Run) plainly(err error) error {
	var closed *store.Fault
	text := r.hide(err.Error())
	if errors.As(err, &closed) {
		return fmt.Errorf("%s%w", strings.TrimSuffix(text, r.hide(closed.Error())), &store.Fault{Store: closed.Store, Why: r.hide(closed.Why), Down: closed.Down})
	}
	return errors.New(text)
}

// hide replaces private texts in a text: whole values, as they are or quoted, and
// long words of them.
func (r *Run) hide(text string) string {
	hidden := append(r.privateOf(r.event), r.learned.texts()...)
	for _, s := range hidden {
		if len(s.value) < leastValue {
			continue
		}
		escaped, _ := json.Marshal(s.value) // as expr writes it
		for _, quoted := range []string{strconv.Quote(s.value), string(files.JSON(s.value)), string(escaped)} {
			text = strings.ReplaceAll(text, quoted[1:len(quoted)-1], "<"+s.from+">")
		}
		text = strings.ReplaceAll(text, s.value, "<"+s.from+">")
	}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("\"'`<>()[]{},;:=", c) }) {
		if len(word) < leastWord {
			continue
		}
		meant := unquoted(word)
		for _, s := range hidden {
			if strings.Contains(s.value, word) || strings.Contains(s.value, meant) {
				text = strings.ReplaceAll(text, word, "<"+s.from+">")
				break
			}
		}
	}
	return text
}

// privateOf returns the texts of an event but those that say which one it is, each
// with its path. What matchers are compared with is such a text, as the source of a session
// is: a word that messages use, too.
func (r *Run) privateOf(e *plan.Event) []private {
	var all []private
	which := ""
	if r.plan != nil {
		if a := r.plan.Events[e.Name]; a != nil && !a.Matcher.Base {
			which = a.Matcher.Field
		}
	}
	textsIn("", e.Root(), func(path, s string) {
		if s != e.Name && s != e.Cwd && s != e.Session && (path != which || which == "") {
			all = append(all, private{path, s})
		}
	})
	return all
}

// textsIn finds the texts in a value that is at a path.
func textsIn(path string, v gjson.Result, found func(path, text string)) {
	switch {
	case v.Type == gjson.String:
		found(path, v.String())
	case v.Type == gjson.JSON:
		v.ForEach(func(k, item gjson.Result) bool {
			name := k.String()
			if path != "" && name != "" {
				name = path + "." + name
			} else if name == "" {
				name = path
			}
			textsIn(name, item, found)
			return true
		})
	}
}

// unquoted is a text without the escapes that Go's packages write, each in its own way:
// all but package time write a character as itself where it can be seen, that one as the
// bytes it has.
func unquoted(word string) string {
	if !strings.Contains(word, `\`) {
		return word
	}
	var b []byte
	for len(word) > 0 {
		r, multibyte, rest, err := strconv.UnquoteChar(word, 0)
		switch {
		case err != nil:
			b, word = append(b, word[0]), word[1:]
			continue
		case multibyte:
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, byte(r))
		}
		word = rest
	}
	return string(b)
}
