package show

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine"

	"github.com/jedib0t/go-pretty/v6/text"
)

// others writes why other matching hooks have no part in the reply, a line for each reason. If no
// hook has a part, it writes a line for each rule that was evaluated, and for each hook on the
// event that was skipped.
func (y why) others(a *answer.Answer) {
	var lines []silence
	nobody := len(a.Because.Rules) == 0
	for _, o := range a.Because.Others {
		s := silence{hooks: []string{Printable(o.Hook)}}
		if o.Cause == answer.Closed { // reported above
			continue
		}
		if nobody && len(o.Rules) > 0 {
			s.asked = &o
		} else {
			s.what, s.values = y.silence(o)
		}
		lines = s.addTo(lines)
	}
	for _, p := range a.Passed {
		if y.all {
			p.Why += "  " + Faint.Sprint(placeOf(p.Pos, y.here))
		}
		if nobody || y.all {
			lines = silence{hooks: []string{Printable(p.Name)}, what: Printable(p.Why)}.addTo(lines)
		}
	}
	if len(lines) == 0 {
		return
	}
	y.line(0, "other hooks%s", map[bool]string{false: Faint.Sprint(" (--all has the whole trace)")}[y.all])
	wide := 0
	for _, l := range lines {
		wide = max(wide, utf8.RuneCountInString(l.name()))
	}
	for _, l := range lines {
		name := Bold.Sprint(text.Pad(l.name(), wide, ' '))
		if l.asked == nil {
			y.line(2, "%s  %s", name, joined(y.width-wide-4, l.what, l.values))
			continue
		}
		y.placed(2, name, l.asked.Pos)
		for _, r := range l.asked.Rules {
			y.silent(r)
		}
	}
}

// A silence is the reason why hooks have no part in the reply, with the values for the first of
// them.
type silence struct {
	hooks        []string
	what, values string
	asked        *answer.Other // the only hook, if its rules are reported one by one
}

// name returns the names of the hooks, shortened if there are many.
func (s silence) name() string {
	if n := len(s.hooks); n > 2 {
		return fmt.Sprintf("%s and %d more", s.hooks[0], n-1)
	}
	return strings.Join(s.hooks, ", ")
}

// addTo adds a silence to one with the same reason, else to the end.
func (s silence) addTo(all []silence) []silence {
	i := slices.IndexFunc(all, func(o silence) bool { return s.asked == nil && o.asked == nil && o.what == s.what })
	if i < 0 {
		return append(all, s)
	}
	all[i].hooks = append(all[i].hooks, s.hooks...)
	return all
}

// silence returns why a hook has no part in the reply, and the values that caused it.
func (y why) silence(o answer.Other) (what, values string) {
	switch o.Cause {
	case answer.Broken:
		return Bad.Sprintf("%s: %s", o.Cause, y.fault(o.Error)), ""
	case answer.Unasked:
		return y.failing(o.When)
	case answer.NoRule:
		r := o.Nearest()
		if r == nil {
			return "no rule is for this", ""
		}
		what, values := y.reason(*r)
		if len(o.Rules) > 1 {
			what = fmt.Sprintf("none of %d rules held; %s: %s", len(o.Rules), r.Short(), what)
		}
		return what, values
	case answer.Quiet, answer.Overruled:
		var did []string
		for _, r := range o.Rules {
			if r.Result == engine.Held {
				did = append(did, fmt.Sprintf("rule %s held: %s", r.Short(), done(r)))
			}
		}
		return fmt.Sprintf("%s; %s", o.Cause, strings.Join(did, "; ")), ""
	}
	return string(o.Cause), ""
}

// fault returns an error on one line, with files named from here.
func (y why) fault(text string) string {
	return Printable(strings.ReplaceAll(text, y.here+string(filepath.Separator), ""))
}

// silent writes why a rule has no part in the reply, on a line or two.
func (y why) silent(r answer.Rule) {
	what, values := y.reason(r)
	y.withValues(4, "rule "+r.Short()+": "+what, values)
}

// joined fits two texts into the rest of a line, shortening the values first.
func joined(left int, what, values string) string {
	if values == "" {
		return what
	}
	values = text.Snip(values, max(left-text.StringWidthWithoutEscSequences(what)-2, left/5), "…")
	return text.Snip(what, left-text.StringWidthWithoutEscSequences(values)-2, "…") + ": " + values
}

// reason returns why a rule has no part in the reply, and the values that caused it.
func (y why) reason(r answer.Rule) (what, values string) {
	switch {
	case r.Error != "":
		return Bad.Sprint(y.fault(r.Error)), ""
	case r.Result == engine.Held:
		return "held: " + done(r), ""
	case r.None:
		return "its list is empty", ""
	}
	what, values = y.failing(r.When)
	if r.As != "" && !strings.HasPrefix(values, r.As+".") && !strings.HasPrefix(values, r.As+" ") {
		values = strings.TrimPrefix(fmt.Sprintf("%s, %s = %s", values, r.As, Brief(r.Item)), ", ")
	}
	return what, values
}

// done lists the actions of a rule that has no part in the reply.
func done(r answer.Rule) string {
	did := cmp.Or(strings.Join(r.Did, ", "), "nothing to do")
	if r.Background {
		did += ", in the background"
	}
	return did
}

// failing returns the smallest part of a condition that keeps it from holding, and its values.
func (y why) failing(r *answer.Reason) (what, made string) {
	switch {
	case r == nil:
		return "", ""
	case r.Error != "":
		return Bad.Sprint(y.fault(r.Error)), ""
	case len(r.Parts) == 0:
		return flat(r.Src) + " is false", ""
	}
	what, made = y.part(r.Parts[0], r.Holds), y.values(r.Parts[0])
	if item := r.Parts[0].Item; item != nil {
		made = strings.TrimPrefix(made+", # = "+Brief(item.Value), ", ")
	}
	if n := len(r.Parts) - 1; n > 0 {
		what += fmt.Sprintf(" (and %d more)", n)
	}
	return what, made
}
