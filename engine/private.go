package engine

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// What the agent sent, and what a fact learned of the environment, is nobody's to
// find in a log. What a rule logs is its author's choice; but faults and warnings
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

// The learned texts are those private ones that facts gave at an event.
type learned struct {
	mu  sync.Mutex
	all []private
}

// add keeps what a fact said.
func (l *learned) add(fact string, v any) {
	if text, ok := v.(string); ok {
		l.mu.Lock()
		l.all = append(l.all, private{fact + "()", text})
		l.mu.Unlock()
	}
}

// discreet returns an error without private texts in what it says.
func (r *Run) discreet(err error) error {
	var placed *plan.Error
	if errors.As(err, &placed) {
		clean := *placed
		clean.Err = errors.New(r.hide(placed.Err.Error()))
		return &clean
	}
	return errors.New(r.hide(err.Error()))
}

// hide replaces private texts in a text: whole values, as they are or quoted, and
// long words of them.
func (r *Run) hide(text string) string {
	r.learned.mu.Lock()
	hidden := append(privateOf(r.event), r.learned.all...)
	r.learned.mu.Unlock()
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
		for _, s := range hidden {
			if strings.Contains(s.value, word) {
				text = strings.ReplaceAll(text, word, "<"+s.from+">")
				break
			}
		}
	}
	return text
}

// privateOf returns the texts of an event but those that say which one it is, each
// with its path.
func privateOf(e *plan.Event) []private {
	var all []private
	var visit func(path string, v gjson.Result)
	visit = func(path string, v gjson.Result) {
		switch {
		case v.Type == gjson.String:
			if s := v.String(); s != e.Name && s != e.Cwd && s != e.Session {
				all = append(all, private{path, s})
			}
		case v.Type == gjson.JSON:
			v.ForEach(func(k, item gjson.Result) bool {
				name := k.String()
				if path != "" && name != "" {
					name = path + "." + name
				} else if name == "" {
					name = path
				}
				visit(name, item)
				return true
			})
		}
	}
	visit("", e.Root())
	return all
}
