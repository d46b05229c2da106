package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/plan"
)

// The administrator's settings of agents were written for the organisation's rules of that time. What
// "init --managed" would write now tells whether they start the hook wherever today's rules need it.

// uncovered finds the administrator's settings that don't start the hook where a plan of the
// organisation's rules needs it.
func uncovered(p *plan.Plan) (all []doctor.Finding) {
	here, err := os.Getwd()
	if err != nil {
		return nil
	}
	for _, a := range compile.Schema().Agents() {
		m := managed{Agent: settings.Agent{Agent: a}, note: hook.Managed(cmp.Or(a.Client, a.Name))}
		is := false
		if m.place, is = m.Administrators(); !is || absent(m.note) {
			continue
		}
		if m.file, err = m.ReadManaged(m.place, here); err != nil {
			all = append(all, doctor.Finding{Check: "uncovered", Found: err.Error(), Do: again})
			continue
		}
		all = append(all, m.uncovered(p)...)
	}
	return all
}

// again is what the administrator should do about it.
const again = "bcrules init --managed, as the administrator"

func (m managed) uncovered(p *plan.Plan) (all []doctor.Finding) {
	wanted, err := m.registrations(p)
	if err != nil {
		return nil
	}
	say := func(warning bool, format string, args ...any) {
		all = append(all, doctor.Finding{Check: "uncovered", Warning: warning, Found: m.file.Name + ": " + fmt.Sprintf(format, args...), Do: again})
	}
	had, program := m.file.Managed(), settings.Program{Managed: true}
	var lacking []string
	for n, r := range wanted {
		i := slices.IndexFunc(had, func(e settings.Entry) bool { return e.Event == "" || e.Event == r.Event })
		if i < 0 {
			lacking = append(lacking, r.Event)
		} else if e := had[i]; e.Event != "" && sameNames(p.Events[r.Event], e.Matcher, r.Matcher) {
			wanted[n].Matcher = e.Matcher
		} else if e.Event != "" {
			say(e.Matcher == "", "found matcher %q for %s, and the organisation's rules want %q", e.Matcher, r.Event, r.Matcher)
		}
	}
	if len(lacking) > 0 {
		say(false, "found no entry for %s, which the organisation's rules are on", strings.Join(lacking, ", "))
	}
	if len(had) > 0 { // whichever program is registered is right
		program.Path, _ = had[0].Line()
	}
	if err := m.file.Register(program, wanted); err != nil {
		say(false, "%v", err)
	} else if len(all) == 0 && m.file.Changed() {
		say(true, "found hooks registered otherwise than the organisation's rules want")
	}
	return all
}

// sameNames reports whether two matchers of an event are the same, or list the same names.
func sameNames(a *plan.Agenda, one, other string) bool {
	if one == other || a == nil {
		return one == other
	}
	names, lists := a.Matcher.Names(one)
	others, list := a.Matcher.Names(other)
	slices.Sort(names)
	slices.Sort(others)
	return lists && list && slices.Equal(names, others)
}
