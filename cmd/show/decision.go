package show

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// Decisions are entries of the decisions log as rows that may come one by one.
type Decisions struct {
	on   Screen
	list *List
}

// NewDecisions returns a table for a writer.
func NewDecisions(w io.Writer) *Decisions {
	on := On(w)
	names := []string{"time", "project", "event", "tool", "said", "hooks", "ms", "session"}
	if on.Piped {
		names = append(names, "faults") // else they stand below
	}
	return &Decisions{on, on.List(names, 7)}
}

// Add returns the lines of entries.
func (d *Decisions) Add(all ...*journal.Entry) string {
	if len(all) == 0 {
		return ""
	}
	var rows [][]string
	for _, e := range all {
		rows = append(rows, d.row(e))
	}
	lines := slices.Collect(strings.Lines(d.list.Add(rows...)))
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(line)
		if of := i - (len(lines) - len(all)); of >= 0 && !d.on.Piped {
			for _, fault := range all[of].Errors {
				b.WriteString("    " + Bad.Sprint(Printable(fault)) + "\n")
			}
		}
	}
	return b.String()
}

func (d *Decisions) row(e *journal.Entry) []string {
	cells := []string{plan.Stamp(e.Time), e.Project, e.Event, e.Tool, strings.Join(e.Said, ","), ran(e.Hooks), millis(e.MS), e.Session}
	if d.on.Piped {
		cells = append(cells, strings.Join(e.Errors, "; "))
	} else {
		cells[5] = ran(heldFirst(e.Hooks))
		cells[0], cells[1], cells[7] = e.Time.Local().Format("01-02 15:04:05"), filepath.Base(e.Project), short(e.Session)
	}
	for i, cell := range cells {
		cells[i] = cmp.Or(Printable(cell), "-")
	}
	look := Faint
	switch {
	case e.Refused:
		look = Bad
	case len(e.Said) > 0:
		look = Good
	}
	cells[4] = look.Sprint(cells[4])
	return cells
}

// short is as much of a session's id as tells it from another.
func short(session string) string { return (&plan.Event{Session: session}).ShortSession() }

// ruleName is what a rule of a hook is called in few words: its id, or else its number.
func ruleName(n int, id string) string { return cmp.Or(id, strconv.Itoa(n)) }

// fullName is what a rule is called where its hook isn't said beside it: PACK/HOOK/RULE.
func fullName(hook string, n int, id string) string { return hook + "/" + ruleName(n, id) }

// heldFirst puts hooks of which a rule held before the others: there may be no room for all.
func heldFirst(hooks []engine.Ran) []engine.Ran {
	hooks = slices.Clone(hooks)
	slices.SortStableFunc(hooks, func(a, b engine.Ran) int { return min(1, len(b.Rules)) - min(1, len(a.Rules)) })
	return hooks
}

// ran names hooks with the rules that held: guard:force-push stop:2,5 other.
func ran(hooks []engine.Ran) string {
	var all []string
	for _, h := range hooks {
		name := Printable(h.Hook)
		for i, n := range h.Rules {
			name += map[bool]string{true: "/", false: ","}[i == 0] + Printable(ruleName(n, h.ID(i)))
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}
