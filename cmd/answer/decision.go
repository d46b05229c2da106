package answer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/schema"
	"github.com/tidwall/gjson"
)

// A Decision is the summary of an answer that the log keeps.
type Decision struct {
	Said    []string     `json:"said,omitempty"`  // as in engine.Answer
	Would   []string     `json:"would,omitempty"` // as in engine.Answer
	Refused bool         `json:"refused"`
	Hooks   []engine.Ran `json:"hooks,omitempty"`
	Errors  []string     `json:"errors,omitempty"`
}

// Logged returns the decision of a log entry.
func Logged(e *journal.Entry) Decision {
	return Decision{e.Said, e.Would, e.Refused, e.Hooks, e.Errors}
}

// Word returns an output's name for display: for a choice its value (deny for permission=deny),
// else the output.
func Word(said string) string { return said[strings.IndexByte(said, '=')+1:] }

// Words returns the words of all outputs.
func (d Decision) Words() []string { return words(d.Said) }

func words(all []string) []string {
	words := make([]string, len(all))
	for i, said := range all {
		words[i] = Word(said)
	}
	return words
}

// Word returns the decision in a word: the value of a choice, if there is one; else "refused" if
// the event was; else all outputs; else those that observing hooks would have; "" for no opinion.
func (d Decision) Word() string {
	word := choice(d.Said)
	if word == "" && d.Refused {
		word = "refused"
	}
	if word = cmp.Or(word, strings.Join(d.Words(), ",")); word == "" && len(d.Would) > 0 {
		word = "would " + cmp.Or(choice(d.Would), strings.Join(words(d.Would), ","))
	}
	return word
}

// choice returns the value of the first choice, "" for none.
func choice(all []string) string {
	i := slices.IndexFunc(all, func(said string) bool { return strings.Contains(said, "=") })
	if i < 0 {
		return ""
	}
	return Word(all[i])
}

// A Tone is the meaning of a decision for the agent.
type Tone string

// The tones.
const (
	Refused Tone = "refused" // the agent must not
	Asked   Tone = "asked"   // somebody else decides: a person, or the agent's own settings
	Allowed Tone = "allowed" // the agent may, without further questions
	Told    Tone = "told"    // it was told something, or its input was changed
	Silent  Tone = "silent"  // no opinion
)

// passing is the value of a choice that lets an event through: the weakest value of choices with
// several values in schema/events.cue.
const passing = "allow"

// Tone returns the decision's meaning for the agent.
func (d Decision) Tone() Tone {
	switch choice := choice(d.Said); {
	case d.Refused:
		return Refused
	case choice == passing:
		return Allowed
	case choice != "":
		return Asked
	case len(d.Said) > 0:
		return Told
	}
	return Silent
}

// A Held is a rule that held: its hook, and its id or number.
type Held struct{ Hook, Rule string }

// Held returns the rules that held.
func (d Decision) Held() (all []Held) {
	for _, h := range d.Hooks {
		for i, n := range h.Rules {
			all = append(all, Held{h.Hook, Named(n, h.ID(i))})
		}
	}
	return all
}

// Named returns the short name of a rule: its id, else its number.
func Named(n int, id string) string { return cmp.Or(id, strconv.Itoa(n)) }

// Asks returns the first field of a tool's input that is a text, such as a command or a path; ""
// for other events.
func Asks(event []byte) (text string) {
	gjson.GetBytes(event, schema.InputField).ForEach(func(_, v gjson.Result) bool {
		text = v.Str // empty unless it is a string
		return text == ""
	})
	return text
}
