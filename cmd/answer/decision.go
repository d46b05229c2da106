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

// A Decision is what was decided of an event in few words. The log keeps it; an Answer begins
// with it.
type Decision struct {
	Said    []string     `json:"said,omitempty"`  // as engine.Answer has it
	Would   []string     `json:"would,omitempty"` // likewise
	Refused bool         `json:"refused"`
	Hooks   []engine.Ran `json:"hooks,omitempty"`
	Errors  []string     `json:"errors,omitempty"`
}

// Logged returns what an entry of the log says was decided.
func Logged(e *journal.Entry) Decision {
	return Decision{e.Said, e.Would, e.Refused, e.Hooks, e.Errors}
}

// Word returns what was said at an output as people call it: of a choice the value, deny of
// permission=deny, else the output.
func Word(said string) string { return said[strings.IndexByte(said, '=')+1:] }

// Words returns all that was said.
func (d Decision) Words() []string { return words(d.Said) }

func words(all []string) []string {
	words := make([]string, len(all))
	for i, said := range all {
		words[i] = Word(said)
	}
	return words
}

// Word returns what was decided: of a choice its value, beside which it doesn't matter what else
// was said; else all that was said; else what would have been said, if hooks did more than observe;
// "" for no opinion.
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

// choice returns the value of the first choice among what was said, "" for none.
func choice(all []string) string {
	i := slices.IndexFunc(all, func(said string) bool { return strings.Contains(said, "=") })
	if i < 0 {
		return ""
	}
	return Word(all[i])
}

// A Tone is what a decision means for the agent.
type Tone string

// The tones.
const (
	Refused Tone = "refused" // it must not
	Asked   Tone = "asked"   // somebody else decides: a person, or the agent's own settings
	Allowed Tone = "allowed" // it may, whatever else would be asked
	Told    Tone = "told"    // it was told something, or what it does was changed
	Silent  Tone = "silent"  // no opinion
)

// passing is the value of choices that lets an event through: in schema/events.cue the weakest of
// those that have several.
const passing = "allow"

// Tone returns what was decided as it is for the agent.
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

// Held is a rule that held, by its hook and its id, or else its number.
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

// Named is what a rule of a hook is called in few words: its id, or else its number.
func Named(n int, id string) string { return cmp.Or(id, strconv.Itoa(n)) }

// Asks returns the first text of what a tool is called with, such as a command or a path; "" of other events.
func Asks(event []byte) (text string) {
	gjson.GetBytes(event, schema.InputField).ForEach(func(_, v gjson.Result) bool {
		text = v.Str // of nothing but a string
		return text == ""
	})
	return text
}
