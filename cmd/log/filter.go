package log

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/journal"
)

// A Filter says which entries are wanted; the zero Filter wants all.
type Filter struct {
	Session string // how the session's id begins
	Hook    string // a hook the event was for
	Event   string
	Rules   string // the rule set in force
	Since   time.Time
	Errors  bool // something failed
}

// Wants reports whether an entry is wanted.
func (f Filter) Wants(e *journal.Entry) bool {
	return strings.HasPrefix(e.Session, f.Session) &&
		(f.Hook == "" || slices.ContainsFunc(e.Hooks, func(r engine.Ran) bool { return r.Hook == f.Hook })) &&
		(f.Event == "" || e.Event == f.Event) &&
		(f.Rules == "" || e.Rules == f.Rules) &&
		!e.Time.Before(f.Since) &&
		(!f.Errors || len(e.Errors) > 0)
}

// Since returns the time that text says: a duration before now, such as 1h, 2d or 1d12h,
// or a time or date, of UTC unless it names a zone.
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
