package show

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// A forbidden is a text that says what one or more hooks forbid to the agent.
type forbidden struct {
	hook string // the first of the hooks
	more int
	by   []string // actions
	text string
}

// Forbidden writes what hooks forbid to the agent, by which actions, and how to lift that.
func Forbidden(w io.Writer, set *schema.Set) {
	all := forbidding(set)
	if len(all) == 0 {
		return
	}
	var rows [][]string
	for _, f := range all {
		name := f.hook
		if f.more > 0 {
			name += fmt.Sprintf(" and %d more", f.more)
		}
		rows = append(rows, []string{name, strings.Join(f.by, ", "), f.text})
	}
	off := fmt.Sprintf("hooks: %q: enabled: false", all[0].hook)
	if pack, name, ok := strings.Cut(all[0].hook, "/"); ok {
		off = fmt.Sprintf("packs: %q: hooks: %q: enabled: false", pack, name)
	}
	on := On(w)
	fmt.Fprintf(w, "%s%s\n", on.Indented(Bold.Sprint("Forbidden to the agent")+"; "+off+" in a rule file lifts the first:", ""), on.Wrapped(rows))
}

// forbidding returns what hooks forbid. For a hook that refuses without saying what it forbids,
// that is its doc.
func forbidding(set *schema.Set) (all []forbidden) {
	for _, h := range set.Hooks {
		by := refusals(set, h.Name)
		text := Printable(strings.Join(strings.Fields(cmp.Or(h.Forbids, h.Doc)), " "))
		if !h.Enabled || h.Forbids == "" && len(by) == 0 {
			continue
		}
		i := slices.IndexFunc(all, func(f forbidden) bool { return f.text == text && text != "" })
		if i < 0 {
			all = append(all, forbidden{h.Name, 0, by, text})
			continue
		}
		all[i].more++
		for _, action := range by {
			if !slices.Contains(all[i].by, action) {
				all[i].by = append(all[i].by, action)
			}
		}
	}
	return all
}

// refusals returns the actions by which a hook refuses an event or makes the agent ask the user:
// they choose any value of a refusing output but the weakest, which lets the event pass.
func refusals(set *schema.Set, hook string) (by []string) {
	all := actions.All().Map()
	for _, can := range set.Can {
		action, ok := all[can.What]
		if can.Verb != schema.Answers || can.Hook != hook || !ok || slices.Contains(by, can.What) {
			continue
		}
		for _, use := range action.Uses {
			if slices.ContainsFunc(refusing(set.Plan), func(o plan.Output) bool {
				at := slices.Index(o.Values, use.Value)
				return at >= 0 && (at < len(o.Values)-1 || at == 0)
			}) {
				by = append(by, can.What)
				break
			}
		}
	}
	return by
}

// refusing returns the outputs by which events of a plan are refused.
func refusing(p *plan.Plan) (all []plan.Output) {
	for _, a := range p.Events {
		if o, ok := a.Outputs[a.Refuse]; ok {
			all = append(all, o)
		}
	}
	return all
}
