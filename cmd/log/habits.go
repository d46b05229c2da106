package log

import (
	"cmp"
	"slices"
	"strconv"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
)

// Habits collects from entries what is decided again and again. The zero value has none.
type Habits struct {
	all   map[habitKey]*Habit
	asked map[string][]*Habit // by id of the call
}

// A Habit is a rule that decided the same about the same subject several times.
type Habit struct {
	Hook, Rule string // Rule is an id or a number
	Subject    string
	Reason     string // the last one given
	Asked      bool   // otherwise it was refused
	Times      int
	Passed     int           // asks that a person allowed
	Last       journal.Entry // the last entry
}

type habitKey struct {
	rule    ruleKey
	subject string
	asked   bool
}

// Add counts an entry.
func (h *Habits) Add(e *journal.Entry) {
	if h.all == nil {
		h.all, h.asked = map[habitKey]*Habit{}, map[string][]*Habit{}
	}
	asks := slices.Contains(e.Said, "permission=ask")
	if !e.Refused && !asks {
		if e.Event == "PostToolUse" {
			h.Ran(e.Call)
		}
		return
	}
	for _, ran := range deciders(e) {
		for i, n := range ran.Rules {
			if !slices.Contains(ran.Decided, n) {
				continue
			}
			key := habitKey{keyOf(ran.Hook, ran.ID(i), n), e.Subject, asks}
			of := h.all[key]
			if of == nil {
				of = &Habit{Hook: ran.Hook, Rule: cmp.Or(ran.ID(i), "rule "+strconv.Itoa(n)), Subject: e.Subject, Asked: asks}
				h.all[key] = of
			}
			of.Times, of.Reason, of.Last = of.Times+1, e.Reason, *e
			if asks && e.Call != "" {
				h.asked[e.Call] = append(h.asked[e.Call], of)
			}
		}
	}
}

// deciders returns the hooks of an entry with the rules that decided. An older entry doesn't tell
// them apart from others that held: there it is the only rule that held, if there is one.
func deciders(e *journal.Entry) []engine.Ran {
	var held []engine.Ran
	for _, ran := range e.Hooks {
		if len(ran.Decided) > 0 {
			return e.Hooks
		}
		if len(ran.Rules) > 0 {
			held = append(held, ran)
		}
	}
	if len(held) != 1 || len(held[0].Rules) != 1 || len(e.Errors) > 0 { // an error may have refused it
		return nil
	}
	held[0].Decided = held[0].Rules
	return held
}

// Ran notes that a call ran: if a rule asked about it, a person allowed it.
func (h *Habits) Ran(call string) {
	for _, of := range h.asked[call] {
		of.Passed++
	}
	delete(h.asked, call)
}

// Often returns what was refused at least least times, or asked about and allowed each time, most
// frequent first.
func (h *Habits) Often(least int) (all []Habit) {
	for _, of := range h.all {
		if of.Times >= least && of.Subject != "" && (!of.Asked || of.Passed == of.Times) {
			all = append(all, *of)
		}
	}
	slices.SortFunc(all, func(a, b Habit) int {
		return cmp.Or(b.Times-a.Times, cmp.Compare(a.Hook, b.Hook), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Subject, b.Subject))
	})
	return all
}
