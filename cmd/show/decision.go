package show

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// Decision is an entry of the decisions log as a line in columns.
func Decision(e *journal.Entry) string {
	said := Faint
	switch {
	case e.Refused:
		said = Bad
	case len(e.Said) > 0:
		said = Good
	}
	line := Faint.Sprint(plan.Stamp(e.Time)) + " " + column(short(e.Session), 8) + " " + Bold.Sprint(column(e.Event, 16)) + " " + column(e.Tool, 8) + " " +
		fmt.Sprintf("%8.2f", e.MS) + "  " + said.Sprint(column(strings.Join(e.Said, ","), 24)) + " " + ran(e.Hooks)
	for _, fault := range e.Errors {
		line += "  " + Bad.Sprint(Printable(fault))
	}
	return strings.TrimRight(line, " ")
}

// short is as much of a session's id as tells it from another.
func short(session string) string { return (&plan.Event{Session: session}).ShortSession() }

// ruleName is what a rule of a hook is called in few words: its id, or else its number.
func ruleName(n int, id string) string { return cmp.Or(id, strconv.Itoa(n)) }

// ran names hooks with the rules that held: guard:force-push stop:2,5 other.
func ran(hooks []engine.Ran) string {
	var all []string
	for _, h := range hooks {
		name := Printable(h.Hook)
		for i, n := range h.Rules {
			name += map[bool]string{true: ":", false: ","}[i == 0] + Printable(ruleName(n, h.ID(i)))
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}
