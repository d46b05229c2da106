package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/vet"

	"github.com/urfave/cli/v2"
)

const doctorHelp = `Checks what "bcrules init" set up, for an agent that starts in this folder, and says
for each fault what is wrong and what to do: settings that can't be read, that the
agent ignores because of one value, or that switch hooks off; a bchook that is
missing, can't start or has another version than its bcrules; rules with faults;
stores that can't be asked, or whose database rejects a statement; a cache that
can't store plans, or a log that can't be written; events and matchers that are registered differently from what the
rules need; hooks that answer twice, or that race with others.

Then it tries every registered command line with one event each, as registered, in
an empty folder and by rules made for that: nothing of yours is run or changed. It
doesn't start a program that is in the project or belongs to another user, and it
doesn't try rules that settings of the project name and you don't trust.

Exit code 0: sound, perhaps with warnings; 1: faults, or a wrong command
line; 2: it could not be checked.`

func doctorCmd() *cli.Command {
	return &cli.Command{
		Name:        "doctor",
		Usage:       "check that the agent runs bchook when it should",
		UsageText:   "bcrules doctor [--plugin DIR] [--json]",
		Description: doctorHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "plugin", Usage: "check the plugin in `DIR` as well"},
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object"},
		},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			sites, err := sitesOf(here, c.String("plugin"))
			if err != nil {
				return err
			}
			set, said := answering(here, sites)
			in, stored, err := installed(here, set, said, sites, c.App.ErrWriter)
			if err != nil {
				return err
			}
			check := in.Check()
			check.Findings = append(check.Findings, stored...)
			check.Believed, check.Bundle = trust.Believed(set, os.Getenv), bundle()
			if c.Bool("json") {
				err = show.JSON(c.App.Writer, check)
			} else {
				writeCheck(c.App.Writer, check)
			}
			if err == nil && check.Fault() {
				return exitCode(exitFaults)
			}
			return err
		},
	}
}

// sitesOf reads the settings files of an agent that starts here, and of a plugin if one is named.
func sitesOf(here, plugin string) ([]doctor.Site, error) {
	places, err := settings.Places(here)
	if err == nil && plugin != "" {
		var p settings.Place
		p, err = settings.Plugin(plugin)
		places = append(places, p)
	}
	if err != nil {
		return nil, err
	}
	var sites []doctor.Site
	for _, p := range places {
		f, err := p.Read(here)
		if err != nil {
			f = nil
		}
		sites = append(sites, doctor.Site{Place: p, File: f, Err: err})
	}
	return sites, nil
}

// answering returns the rule set of the registered hooks, and whether its user named it. If a
// project's settings file names rules, the agent applies them, but code that only inspects them does
// so only if they are trusted.
func answering(here string, sites []doctor.Site) (set layers.Set, said bool) {
	for _, s := range sites {
		if s.File == nil || len(s.File.Managed()) == 0 {
			continue
		}
		if e := s.File.Managed()[0]; e.Rules() != nil {
			dirs, why := s.File.Rules(e)
			return layers.Find(dirs, here, os.Getenv), why == ""
		}
	}
	return layers.Find(nil, here, os.Getenv), true
}

// installed returns what to check, and the findings about the store of plans.
func installed(here string, set layers.Set, said bool, sites []doctor.Site, stderr io.Writer) (*doctor.Installation, []doctor.Finding, error) {
	var plan *plan.Plan
	var faults []string
	var err error
	s := compile.Kept()
	bounded.Rules.Do(s, set.Layers, stderr, func() { plan, faults, err = compile.Plan(s, set.Layers, here) })
	if err != nil {
		return nil, nil, err
	}
	all, served := plan, plan
	for _, at := range sites {
		if at.File != nil && slices.ContainsFunc(at.File.Managed(), func(e settings.Entry) bool { return e.Rules() == nil }) {
			there, trusted := readers(at.Place, set)
			all, served = serving(s, all, there, stderr), serving(s, served, append(there, trusted...), stderr)
		}
	}
	native, of := s.Native(), plansOf(s, here, stderr)
	in := &doctor.Installation{Sites: sites, Plan: all, Served: served, Of: of, Faults: faults, Holds: holding(set, faults, of), Events: s.Events.List(s.Library.Actions), Tools: s.Events.ToolNames(), Agent: native, Reads: native.Reads(), Own: ownFolder(settings.Place{Kind: "user"}, set.Layers)}
	others := presences(s, here)
	in.Others = len(others) > 0
	above := append(ofOrganisation(), ofGone(set)...)
	in.Gone = slices.ContainsFunc(above, func(f doctor.Finding) bool { return f.Check == checkGone })
	if len(set.Layers) == 0 {
		found := append(above, ofAgents(others, here, nil, in.Of)...)
		if !in.Gone && !slices.ContainsFunc(others, func(o presence) bool { return o.file.Managed()[0].Rules() != nil }) {
			found = append(found, doctor.Finding{Check: "no-rules", Warning: true, Found: layers.ErrNone.Error(), Do: "bcrules init"})
		}
		return in, found, nil
	}
	holds := said && set.Asks == "" || !plan.Untrusted // given rules are trusted by whoever gave them
	found := slices.Concat(above, stored(set.Key(), sites, len(faults) > 0), ofLog(plan), ofGit(host.Here(os.Getenv)))
	found = append(found, ofTables(s.Library, plan, holds)...)
	found = append(found, ofStores(plan, holds)...)
	found = append(found, ofAgents(others, here, plan, in.Of)...)
	found = append(found, ofTrust(set, in.Of)...)
	if why := trust.NotRun(set, os.Getenv); why != "" {
		found = append(found, doctor.Finding{Check: "changed", Warning: true, Found: why, Do: "bcrules trust"})
	}
	return in, found, nil
}

// plansOf returns a function that compiles the rules that an entry names, and reports whether they
// have faults.
func plansOf(s *schema.Schema, here string, stderr io.Writer) func(rules []string) (*plan.Plan, bool) {
	known, faults := map[string]*plan.Plan{}, map[string]bool{}
	return func(rules []string) (*plan.Plan, bool) {
		if len(rules) == 0 {
			return new(plan.Plan), false
		}
		set := layers.Find(rules, here, os.Getenv)
		key := set.Key()
		if known[key] == nil {
			of, err := bounded.Rules.Compile(s, set.Layers, stderr)
			known[key], faults[key] = of.Plan, err != nil
		}
		return known[key], faults[key]
	}
}

// idle says, by the finding, what it means if hooks do nothing though nothing is wrong.
var idle = map[string]string{"untrusted": "no rule of this project acts", "no-rules": "no rule is in force"}

// stored checks the store of plans, and the plan in it if the rules compile.
func stored(set string, sites []doctor.Site, faulty bool) []doctor.Finding {
	own := host.Here(os.Getenv).Folders()
	store, err := cache.Open(own)
	if err == nil {
		err = store.Check()
	}
	if err == nil { // nothing is believed without one
		_, err = compile.Key(own)
	}
	if err != nil {
		return []doctor.Finding{{Check: "cache", Found: err.Error(), Do: "let bchook write there: plans are kept in memory, or made at every event, and nothing is logged"}}
	}
	registered := slices.ContainsFunc(sites, func(s doctor.Site) bool { return s.File != nil && len(s.File.Managed()) > 0 })
	if faulty || !registered {
		return nil
	}
	plan, err := store.Read(set)
	if err == nil {
		defer plan.Close()
		if plan.Fresh("", nil) {
			return nil
		}
	}
	return []doctor.Finding{{Check: "stale-plan", Warning: true, Found: "found no plan as new as the rules; the next event waits for one", Do: "bcrules compile"}}
}

// ofTables checks the files of tables. A file that can't be read is a fault, and so is a left-out
// entry that must hold; others are warnings.
func ofTables(lib engine.Library, p *plan.Plan, trusted bool) (all []doctor.Finding) {
	add := func(warning bool, found string) {
		f := doctor.Finding{Check: "table", Warning: warning, Found: found, Do: "mend the file"}
		if !slices.Contains(all, f) { // a file may have several tables
			all = append(all, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Tables)) {
		t := p.Tables[name]
		if t.File == nil {
			continue
		}
		file, faults, err := vet.Table(lib, t, trusted)
		if err != nil {
			add(false, fmt.Sprintf("%s: %v", file, err))
		}
		for _, f := range faults {
			add(!f.Vital || f.Idle, fmt.Sprintf("%s: %s", file, f))
		}
	}
	return all
}

func writeCheck(w io.Writer, c *doctor.Check) {
	faults := writeFindings(w, c)
	writeCanaries(w, c)
	verdict := show.Good.Sprint("all is well")
	if faults > 0 {
		verdict = show.Bad.Sprint(show.Count(faults, "fault"))
	} else if i := slices.IndexFunc(c.Findings, func(f doctor.Finding) bool { return idle[f.Check] != "" }); i >= 0 {
		verdict = show.Doubtful.Sprint(idle[c.Findings[i].Check])
	}
	if warnings := len(c.Findings) - faults; warnings > 0 {
		verdict += ", " + show.Count(warnings, "warning")
	}
	for _, text := range []string{c.Bundle, c.Believed} {
		if text != "" {
			io.WriteString(w, show.On(w).Indented(text, ""))
		}
	}
	fmt.Fprintln(w, strings.TrimSpace(verdict))
}

// writeFindings writes the findings and returns the number of faults.
func writeFindings(w io.Writer, c *doctor.Check) (faults int) {
	on := show.On(w)
	for _, f := range c.Findings {
		look, what := show.Bad, "fault"
		if f.Warning {
			look, what = show.Doubtful, "warning"
		} else {
			faults++
		}
		at := ""
		if f.At.File != "" {
			at = show.Printable(f.At.String()) + ": "
		}
		io.WriteString(w, on.Indented(fmt.Sprintf("%s%s: %s", at, look.Sprint(what), f.Found), "")+on.Indented("do: "+f.Do, "    "))
	}
	if len(c.Findings) > 0 {
		fmt.Fprintln(w)
	}
	return faults
}

// writeCanaries sums up how the registered entries answered.
func writeCanaries(w io.Writer, c *doctor.Check) {
	sound, longest := 0, 0.0
	for _, k := range c.Canaries {
		if k.OK {
			sound++
		}
		longest = max(longest, k.MS)
	}
	if len(c.Canaries) > 0 {
		fmt.Fprintf(w, "%d of %d canaries answered, the slowest after %s\n", sound, len(c.Canaries), time.Duration(longest*float64(time.Millisecond)).Round(100*time.Microsecond))
	}
}
