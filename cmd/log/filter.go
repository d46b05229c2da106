package log

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// A Filter selects entries; the zero Filter selects all.
type Filter struct {
	Session string // prefix of the session's id
	Agent   string // that sent the event
	Hook    string // that the event was for
	Event   string
	Rule    string // id or number of a rule that held
	Rules   string // the rule set in force
	Machine string
	User    string // whose account it was
	Said    string // an output that was used, with its value (permission=deny) or the value alone
	Since   time.Time
	Refused bool // the event was refused
	Would   bool // observing hooks would have said something
	Errors  bool // something failed
}

// Wants reports whether an entry is selected.
func (f Filter) Wants(e *journal.Entry) bool {
	return strings.HasPrefix(e.Session, f.Session) &&
		(f.Agent == "" || Agent(e) == f.Agent) &&
		(f.Hook == "" || slices.ContainsFunc(e.Hooks, func(r engine.Ran) bool { return f.of(r) })) &&
		(f.Event == "" || e.Event == f.Event) &&
		(f.Rule == "" || slices.ContainsFunc(e.Hooks, f.held)) &&
		(f.Said == "" || slices.ContainsFunc(e.Said, f.said)) &&
		(f.Rules == "" || e.Rules == f.Rules) &&
		(f.Machine == "" || e.Machine == f.Machine) &&
		(f.User == "" || e.User == f.User) &&
		!e.Time.Before(f.Since) &&
		(!f.Refused || e.Refused) &&
		(!f.Would || len(e.Would) > 0) &&
		(!f.Errors || len(e.Errors) > 0)
}

// may reports whether a line may hold a selected entry, in a tenth of the time that decoding it
// takes.
func (f Filter) may(line []byte) bool {
	return (f.Session == "" || says(line, "session", f.Session)) &&
		(f.Event == "" || says(line, "event", f.Event)) &&
		(!f.Refused || bytes.Contains(line, []byte(`"refused":true`))) &&
		(!f.Would || bytes.Contains(line, []byte(`"would":[`))) &&
		(!f.Errors || bytes.Contains(line, []byte(`"errors":[`)))
}

// says reports whether a field of a line begins with a text, as package journal writes it.
func says(line []byte, field, text string) bool {
	return bytes.Contains(line, append([]byte(`"`+field+`":`), bytes.TrimSuffix(files.JSON(text), []byte(`"`))...))
}

// Agent returns the agent that sent the event of an entry, by the name that rules use.
func Agent(e *journal.Entry) string { return cmp.Or(e.Agent, hook.Agents().Native) }

// of reports whether a hook is the wanted one, if any. Its name may be given without the pack.
func (f Filter) of(r engine.Ran) bool {
	return f.Hook == "" || len(plan.Called(f.Hook, []string{r.Hook})) > 0 && (f.Hook == r.Hook || !strings.Contains(f.Hook, "/"))
}

// held reports whether the wanted rule held, in the wanted hook if any.
func (f Filter) held(r engine.Ran) bool {
	for i, n := range r.Rules {
		if id := r.ID(i); f.Rule == cmp.Or(id, strconv.Itoa(n)) && f.of(r) {
			return true
		}
	}
	return false
}

// said reports whether an output is the wanted one.
func (f Filter) said(output string) bool {
	_, value, _ := strings.Cut(output, "=")
	return output == f.Said || value == f.Said
}

// Since returns the time that a text means: a duration before now, such as 1h, 2d or 1d12h, or a
// time or date, in UTC unless it names a zone.
func Since(text string, now time.Time) (time.Time, error) {
	days, rest, ok := strings.Cut(text, "d")
	if n, err := strconv.ParseUint(days, 10, 16); ok && err == nil {
		now, text = now.AddDate(0, 0, -int(n)), cmp.Or(rest, "0s")
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	if t, found := files.ParseTime(text); found && !ok {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("found %s, want a duration such as 90m or 2d, or a time such as 2026-02-09T12:00:00Z", text)
}
