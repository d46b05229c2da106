package show

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"bcrules.dev/cmd/why"
	"bcrules.dev/engine"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Others writes a line for each hook that matched and has no part in the reply. Where no
// hook has one, it also has lines for each rule that was asked, and for each hook that is
// on the event and was passed over.
func (y Why) Others(a *why.Answer, passed []why.Passed) {
	others := slices.DeleteFunc(slices.Clone(a.Others), func(o why.Other) bool { return o.What == why.Closed })
	rules, wide := len(a.Rules) == 0, 0
	if !rules {
		passed = nil
	}
	for _, o := range others {
		wide = max(wide, utf8.RuneCountInString(o.Hook))
	}
	for _, p := range passed {
		wide = max(wide, utf8.RuneCountInString(p.Name))
	}
	if len(others)+len(passed) > 0 {
		y.line(0, "other hooks %s", Faint.Sprint("(--all has the whole trace)"))
	}
	for _, o := range others {
		name := Bold.Sprint(text.Pad(Printable(o.Hook), wide, ' '))
		if !rules {
			y.line(2, "%s  %s", name, y.silence(o, y.width-wide-4))
			continue
		}
		if len(o.Rules) > 0 {
			y.placed(2, name, o.Pos)
		} else {
			y.said(2, name+"  "+y.silence(o, 2*y.width), "")
		}
		for _, r := range o.Rules {
			y.silent(r)
		}
	}
	for _, p := range passed {
		y.line(2, "%s  %s", Bold.Sprint(text.Pad(Printable(p.Name), wide, ' ')), Printable(p.Why))
	}
}

// silence says on what is left of a line why a hook has no part in the reply.
func (y Why) silence(o why.Other, left int) string {
	switch o.What {
	case why.Broken:
		return Bad.Sprintf("%s: %s", o.What, y.fault(o.Error))
	case why.Unasked:
		what, values := y.failing(o.When)
		return y.joined(left, what, values)
	case why.NoRule:
		r := o.Nearest()
		if r == nil {
			return "no rule is for this"
		}
		what, values := y.reason(*r)
		if len(o.Rules) > 1 {
			what = fmt.Sprintf("none of %d rules held; %s: %s", len(o.Rules), ruleName(r.Number, r.ID), what)
		}
		return y.joined(left, what, values)
	case why.Quiet, why.Overruled:
		var did []string
		for _, r := range o.Rules {
			if r.Result == engine.Held {
				did = append(did, fmt.Sprintf("rule %s held: %s", ruleName(r.Number, r.ID), done(r)))
			}
		}
		return fmt.Sprintf("%s; %s", o.What, strings.Join(did, "; "))
	}
	return string(o.What)
}

// fault is the text of an error on a line, with files named from here.
func (y Why) fault(text string) string {
	return Printable(strings.ReplaceAll(text, y.here+string(filepath.Separator), ""))
}

// silent writes why a rule has no part in the reply, over a line or two.
func (y Why) silent(r why.Silent) {
	what, values := y.reason(r)
	y.said(4, "rule "+ruleName(r.Number, r.ID)+": "+what, values)
}

// joined are two texts on what is left of a line: the first is cut before the second is.
func (y Why) joined(left int, what, values string) string {
	if values == "" {
		return what
	}
	values = text.Snip(values, max(left-text.StringWidthWithoutEscSequences(what)-2, left/3), "…")
	return text.Snip(what, left-text.StringWidthWithoutEscSequences(values)-2, "…") + ": " + values
}

// reason is why a rule has no part in the reply, and the values that made it so.
func (y Why) reason(r why.Silent) (what, values string) {
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
		values = strings.TrimPrefix(fmt.Sprintf("%s, %s = %s", values, r.As, brief(r.Item)), ", ")
	}
	return what, values
}

// done names what a rule did that has no part in the reply.
func done(r why.Silent) string {
	did := cmp.Or(strings.Join(r.Did, ", "), "nothing to do")
	if r.Background {
		did += ", in the background"
	}
	return did
}

// failing is the smallest part of a condition for which it doesn't hold, and its values.
func (y Why) failing(r *why.Reason) (what, made string) {
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
		made = strings.TrimPrefix(made+", # = "+brief(item.Value), ", ")
	}
	if n := len(r.Parts) - 1; n > 0 {
		what += fmt.Sprintf(" (and %d more)", n)
	}
	return what, made
}
