// Package doctor checks an installation: that the agent finds the program, starts it at exactly the
// events that the rules are on, and gets an answer.
//
//	settings, plan ─► registered.go: which events, which matchers ─┐
//	command lines  ─► program.go: the programs they name          ─┼─► findings
//	                  canary.go: what they answer                 ─┘
//
// It changes nothing: canaries run in a folder and home of their own, by rules of their own, and a
// program that only a project's settings name isn't started (settings.File.Start). Package
// cmd/settings reads the settings, the caller the rules.
package doctor

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
)

// A Finding is something that is wrong, and what to do about it.
type Finding struct {
	Check   string   `json:"check"` // its name, for tools
	Warning bool     `json:"warning"`
	At      plan.Pos `json:"at,omitzero"`
	Found   string   `json:"found"`
	Do      string   `json:"do"`
}

// A Site is a place where hooks can be registered, with its file.
type Site struct {
	settings.Place
	File *settings.File // nil if it can't be read
	Err  error          // why it can't be read
}

// An Installation is the object of the checks.
type Installation struct {
	Sites  []Site
	Plan   *plan.Plan // of the rules in force; without events if the rules have faults
	Served *plan.Plan // also of rules elsewhere that the sites serve; nil for none
	Faults []string   // faults of those rules
	Holds  string     // what holds until they are mended, as a clause; "" without faults
	// Of returns the plan of the rules that an entry names; it is partial if the rules have faults.
	Of     func(rules []string) (of *plan.Plan, faults bool)
	Events []schema.Event
	Tools  []string      // names that a matcher may match
	Others bool          // other agents start the program, too
	Gone   bool          // rules that were in force don't exist any more, so what is registered for them isn't wrong
	Own    string        // folder of the user's rules in force, if an environment variable sets it; "" for the account's
	Agent  *schema.Agent // the native one
	Reads  cue.Value     // the values that its settings may have, if known (schema.Agent.Reads)

	findings []Finding
}

// A Check is the result of all checks.
type Check struct {
	Findings []Finding `json:"findings"`
	Canaries []Canary  `json:"canaries"`
	Believed string    `json:"believed,omitempty"` // whose rules count as the user's own, if that is in question
	Bundle   string    `json:"bundle,omitempty"`   // the bundle that the organisation's rules come from, if they come from one
}

// Check checks everything.
func (in *Installation) Check() *Check {
	in.findings = []Finding{}
	in.settings()
	for _, f := range in.Faults {
		in.fault("rules", plan.Pos{}, f, "mend the rules; until then "+in.Holds+" (bcrules vet)")
	}
	enabled := in.plugin()
	if len(in.entries()) == 0 {
		if !enabled && !in.Others {
			in.fault("not-registered", plan.Pos{}, "found no bchook in the agent's settings, want one at every event that rules are on", "bcrules init")
		}
		return &Check{Findings: in.findings, Canaries: []Canary{}}
	}
	for _, e := range in.entries() {
		in.entry(e)
	}
	if len(in.Faults) == 0 && !in.Gone {
		in.events()
	}
	in.programs()
	canaries, err := in.canaries()
	if err != nil {
		in.fault("untried", plan.Pos{}, fmt.Sprintf("no command line could be tried: %v", err), "let the system, or $TMPDIR, have a folder for temporary files")
		canaries = []Canary{}
	}
	return &Check{Findings: in.findings, Canaries: canaries}
}

// Sing tries the registered command lines, without other checks.
func (in *Installation) Sing() (*Check, error) {
	in.findings = []Finding{}
	canaries, err := in.canaries()
	return &Check{Findings: in.findings, Canaries: canaries}, err
}

// Fault reports whether a finding is more than a warning.
func (c *Check) Fault() bool {
	return slices.ContainsFunc(c.Findings, func(f Finding) bool { return !f.Warning })
}

func (in *Installation) fault(check string, at plan.Pos, found, do string) {
	in.findings = append(in.findings, Finding{check, false, at, found, do})
}

func (in *Installation) warn(check string, at plan.Pos, found, do string) {
	in.findings = append(in.findings, Finding{check, true, at, found, do})
}

// A registered is one of this program's entries, with its site.
type registered struct {
	settings.Entry
	site Site
}

// line returns the command line as the agent starts it.
func (r registered) line() []string {
	program, args := r.Line()
	return r.expanded(append([]string{program}, args...))
}

// expanded expands words as the agent does.
func (r registered) expanded(words []string) (all []string) {
	for _, w := range words {
		all = append(all, r.site.Expand(w))
	}
	return all
}

// init returns the command that registers the entry again.
func (r registered) init() string {
	if !r.Managed() {
		return "change it there: " + leaves
	}
	return "bcrules init" + r.site.Flag("")
}

// leaves says why no command changes a user's own entry.
const leaves = "bcrules init leaves entries with --only alone"

// entries returns all entries that start this program.
func (in *Installation) entries() []registered {
	var all []registered
	for _, s := range in.Sites {
		if s.File == nil {
			continue
		}
		for _, e := range s.File.Entries() {
			if e.Own() {
				all = append(all, registered{e, s})
			}
		}
	}
	return all
}

// settings checks the settings files.
func (in *Installation) settings() {
	var read []*settings.File // files that the agent reads
	for _, s := range in.Sites {
		if s.Err != nil {
			in.problem(s.Err)
			continue
		}
		for _, err := range s.File.Faults() {
			in.problem(err)
		}
		if in.misread(s) == 0 && s.Kind != "plugin" {
			read = append(read, s.File)
		}
		if at, name, ok := s.File.Slows(); ok {
			in.warn("runtime", at, "found "+name+" in env: a hook may end, or not begin, before it can refuse", "take it out, or set it for your own programs alone")
		}
	}
	if at, off := settings.Off(read, in.Agent.Off); off {
		in.fault("disabled", at, fmt.Sprintf("found %s: %t: the agent starts no hook", in.Agent.Off.Setting, in.Agent.Off.Is), "take it out")
	}
}

// misread reports reasons for the agent not to read a file, and returns their number.
func (in *Installation) misread(s Site) int {
	before := len(in.findings)
	if s.Kind != "plugin" { // a plugin's file has only hooks
		for _, err := range s.File.Misread(in.Reads) {
			in.fault("settings", err.(*plan.Error).Pos, err.(*plan.Error).Err.Error(), "mend the value, or take it out")
		}
	}
	if err := s.File.Beyond(in.Agent.Takes); err != nil {
		in.fault("settings", err.(*plan.Error).Pos, err.(*plan.Error).Err.Error(), OfBeyond(s.File, "bcrules init"+s.Flag("")))
	}
	return len(in.findings) - before
}

// OfBeyond says what to do with a file that its agent rejects because it isn't plain JSON. init is
// the command that registers hooks there, and so rewrites the file if it holds entries of this
// program.
func OfBeyond(f *settings.File, init string) string {
	if len(f.Managed()) == 0 {
		return "take it out"
	}
	return "take it out, or " + init + ", which writes the file without and keeps it as it is"
}

// problem reports a fault of a settings file.
func (in *Installation) problem(err error) {
	at := plan.Pos{}
	text := err.Error()
	if e, ok := err.(*plan.Error); ok {
		at, text = e.Pos, e.Err.Error()
	}
	in.fault("settings", at, strings.TrimSpace(text), "mend the file; the agent may read nothing of it until then")
}
