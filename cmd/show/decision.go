package show

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// Decisions formats entries of the decisions log as table rows, possibly one by one.
type Decisions struct {
	on   Screen
	list *List
}

// NewDecisions returns a table for a writer.
func NewDecisions(w io.Writer) *Decisions {
	on := On(w)
	if on.Piped {
		names := []string{"time", "project", "event", "tool", "subject", "decision", "rules", "ms", "session", "reason", "faults"}
		return &Decisions{on, on.List(names, 8)}
	}
	return &Decisions{on, on.List([]string{"time", "event", "subject", "decision", "rules", "project", "ms", "session"}, 7)}
}

// Add returns the lines of entries. On a terminal, the reason for the decision and errors follow
// each.
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
			d.below(&b, all[of].Reason, Faint)
			for _, fault := range all[of].Errors {
				d.below(&b, fault, Bad)
			}
		}
	}
	return b.String()
}

// below writes a text on lines of its own, unless it is empty.
func (d *Decisions) below(b *strings.Builder, text string, look Look) {
	if text == "" {
		return
	}
	for line := range strings.Lines(d.on.Indented(Printable(text), "    ")) {
		b.WriteString(look.Sprint(strings.TrimSuffix(line, "\n")) + "\n")
	}
}

func (d *Decisions) row(e *journal.Entry) []string {
	of := answer.Logged(e)
	decision := of.Word()
	var cells []string
	said := 5
	if d.on.Piped {
		cells = []string{plan.Stamp(e.Time), e.Project, e.Event, e.Tool, e.Subject, decision, held(e.Hooks), millis(e.MS), e.Session, oneLine(e.Reason), strings.Join(e.Errors, "; ")}
	} else {
		about := strings.TrimSpace(e.Tool + " " + e.Subject)
		cells = []string{e.Time.Local().Format("01-02 15:04:05"), e.Event, about, decision, held(e.Hooks), filepath.Base(e.Project), millis(e.MS), (&plan.Event{Session: e.Session}).ShortSession()}
		said = 3
	}
	for i, cell := range cells {
		cells[i] = cmp.Or(Printable(cell), "-")
	}
	cells[said] = looksOf[of.Tone()].Sprint(cells[said])
	return cells
}

// looksOf maps tones of decisions to colours.
var looksOf = map[answer.Tone]Look{answer.Refused: Bad, answer.Asked: Doubtful, answer.Allowed: Good, answer.Told: Quoted, answer.Silent: Faint}

// held lists hooks with rules that held: guard/git/push-force stop/2,5.
func held(hooks []engine.Ran) string {
	return ran(slices.DeleteFunc(slices.Clone(hooks), func(h engine.Ran) bool { return len(h.Rules) == 0 }))
}

// ran lists hooks with the rules that held: guard/git/push-force stop/2,5 other.
func ran(hooks []engine.Ran) string {
	var all []string
	for _, h := range hooks {
		name := Printable(h.Hook)
		for i, n := range h.Rules {
			name += map[bool]string{true: "/", false: ","}[i == 0] + Printable(answer.Named(n, h.ID(i)))
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}
