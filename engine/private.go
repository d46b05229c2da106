package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// Logs must not contain what the agent sent, or what a fact learned from the environment or a file.
// A rule's own log lines are its author's choice, but faults and warnings come from code that can't
// know the origin of a value. So private texts in them are replaced by their origin, which is what
// helps to mend the rule.

// leastValue and leastWord are the minimum lengths, in bytes, of a value and of a word in it to be
// hidden: shorter ones would hide half of any text.
const (
	leastValue = 4
	leastWord  = 8
)

// A private text must not appear in a log; from is where it came from.
type private struct{ from, value string }

// privateAnswers collects the private answers of facts during an event.
type privateAnswers struct {
	mu  sync.Mutex
	all []privateAnswer
}

type privateAnswer struct {
	fact  string
	value any
}

// add records a fact's answer.
func (l *privateAnswers) add(fact string, v any) {
	l.mu.Lock()
	l.all = append(l.all, privateAnswer{fact, v})
	l.mu.Unlock()
}

// texts returns the texts in the recorded answers.
func (l *privateAnswers) texts() (all []private) {
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

// discreet returns an error with private texts hidden.
func (r *Run) discreet(err error) error {
	var placed *plan.Error
	if errors.As(err, &placed) {
		clean := *placed
		clean.Err = r.plainly(placed.Err)
		return &clean
	}
	return r.plainly(err)
}

// plainly is discreet for an error without a position. A store.Fault remains one.
func (r *Run) plainly(err error) error {
	var closed *store.Fault
	text := r.hide(err.Error())
	if errors.As(err, &closed) {
		return fmt.Errorf("%s%w", strings.TrimSuffix(text, r.hide(closed.Error())), &store.Fault{Store: closed.Store, Why: r.hide(closed.Why), Down: closed.Down})
	}
	return errors.New(text)
}

// hide replaces private texts in a text: whole values, bare or quoted, and long words of them.
func (r *Run) hide(text string) string {
	hidden := slices.DeleteFunc(append(r.privateOf(r.event), r.privates.texts()...), r.identifies)
	for _, s := range hidden {
		if len(s.value) < leastValue {
			continue
		}
		escaped, _ := json.Marshal(s.value) // as expr quotes
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

// identifies reports whether a text says which event it is and where. Each entry of the log has
// such texts. They stay even if a file that rules keep has the same, because a fault names its file
// by the folder.
func (r *Run) identifies(s private) bool {
	return slices.Contains([]string{r.event.Name, r.event.Cwd, r.event.Session}, s.value) || r.host != nil && s.value == r.host.Dir
}

// privateOf returns the texts of an event with their paths, except that in the matcher's field (such
// as the source of a session), which is a word that messages use.
func (r *Run) privateOf(e *plan.Event) []private {
	var all []private
	which := ""
	if r.plan != nil {
		if a := r.plan.Events[e.Name]; a != nil && !a.Matcher.Base {
			which = a.Matcher.Field
		}
	}
	textsIn("", e.Root(), func(path, s string) {
		if path != which || which == "" {
			all = append(all, private{path, s})
		}
	})
	return all
}

// textsIn finds the texts in a value, which is at path.
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

// unquoted undoes the escapes of Go's packages. All but package time print visible characters as
// they are; time escapes their bytes.
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
