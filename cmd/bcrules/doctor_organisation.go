package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/log"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
)

// mostHeard is how many entries at the end of the log are read: more than a session has.
const mostHeard = 20_000

// unheard finds agents whose last session has no event that the administrator's hook answered: they
// may not read the settings with that hook.
func unheard() (all []doctor.Finding) {
	answered := map[string]bool{} // by agent to look for
	titles := map[string]string{}
	for _, a := range compile.Schema().Agents() {
		if name := cmp.Or(a.Client, a.Name); !absent(hook.Managed(name)) {
			answered[name], titles[name] = false, a.Title
		}
	}
	file, err := journal.Open(host.Here(os.Getenv).Folders())
	if err != nil || len(answered) == 0 {
		return nil
	}
	last, n := map[string]string{}, 0
	r := log.NewReader(file, log.Filter{})
	defer r.Close()
	r.Back(func(_ []byte, e *journal.Entry) bool {
		of := log.Agent(e)
		if _, seen := last[of]; !seen {
			last[of] = e.Session
		}
		answered[of] = answered[of] || e.Managed && e.Session == last[of]
		n++
		return n < mostHeard
	})
	for _, name := range slices.Sorted(maps.Keys(titles)) {
		session, seen := last[name]
		switch {
		case answered[name]:
		case seen:
			all = append(all, doctor.Finding{Check: "unheard", Found: fmt.Sprintf("found nothing in the log that the administrator's hook of %s answered in its last session, %s: it may not read these settings", titles[name], files.Visible(session)), Do: "start a session, and look again; if it still says so, use another version of it, or bcrules uninstall --managed --agent " + name + ", so that other hooks have the organisation's rules"})
		default:
			all = append(all, doctor.Finding{Check: "unheard", Warning: true, Found: fmt.Sprintf("found no session of %s in the log yet", titles[name]), Do: "start one, and look again"})
		}
	}
	return all
}

// ofOrganisation checks whether the organisation's rules are valid and the administrator compiled
// them as they are. It also lists which rules are lifted.
func ofOrganisation() (all []doctor.Finding) {
	for _, text := range lifted() {
		all = append(all, doctor.Finding{Check: "lifted", Warning: true, Found: text, Do: "bcrules lift RULE --end, to end that earlier"})
	}
	over, why := layers.Organisation(host.Here(os.Getenv))
	if why != "" {
		return append(all, doctor.Finding{Check: "organisation", Found: why, Do: "ask the administrator to mend it: until then the organisation's rules are not in force, and closed hooks refuse"})
	}
	if len(over.Layers) == 0 {
		return all
	}
	all = append(all, unheard()...)
	if b, err := held.In(over.Layers[0]); err != nil {
		all = append(all, doctor.Finding{Check: "organisation", Warning: true, Found: err.Error(), Do: "bcfleet pull, as the administrator"})
	} else if b != nil && b.Stale(time.Now()) {
		all = append(all, doctor.Finding{Check: "organisation", Warning: true, Found: fmt.Sprintf("found rules of the organisation that expired on %s and are still in force", b.Expires.Format(time.DateOnly)), Do: "bcfleet status says why there are no newer ones"})
	}
	if set, err := bounded.Rules.Compile(compile.Kept(), over.Layers, io.Discard); err == nil {
		all = append(all, uncovered(set.Plan)...)
	}
	warn := func(format string) {
		all = append(all, doctor.Finding{Check: "organisation", Warning: true, Found: fmt.Sprintf(format, over.Layers[0]), Do: "bcrules compile, as the administrator"})
	}
	kept, err := cache.Organisation(over.Folders(os.Getenv)).Read(over.Key())
	if err != nil {
		warn("found no plan of the organisation's rules in %s that the administrator made; each user's own process makes one")
		return all
	}
	defer kept.Close()
	if !kept.Holds() {
		warn("the organisation's rules in %s were changed since they were compiled, and hold as they were")
	}
	return all
}

// bundle says which one the organisation's rules are, "" if they are none.
func bundle() string {
	if b, _ := held.In(host.OfSystem().Rules); b != nil && b.Serial > 0 {
		return "the organisation's rules are " + b.String()
	}
	return ""
}
