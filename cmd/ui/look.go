package ui

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/vet"
)

// A Look is all that is shown about a rule set, in the form written by the process that evaluates
// it.
type Look struct {
	At       time.Time      `json:"at"`
	Layers   []string       `json:"layers"` // folders or packs
	Notice   string         `json:"notice"` // what hooks say about trust, "" for nothing
	Findings []show.Finding `json:"findings"`
	Hooks    []Hook         `json:"hooks"` // in the order they run
}

// A Hook is a hook with its state in this folder.
type Hook struct {
	schema.Listed
	State string `json:"state"` // on, off, untrusted or overruled
	Owner string `json:"owner"` // organisation, pack, user, project or rules
	Each  string `json:"each"`  // expression of the list that its rules run for
	Has   []Rule `json:"has"`   // its rules; nil if it is off or the rules have faults
}

// A Rule is a rule as written, with its tests.
type Rule struct {
	Number int            `json:"number"`
	ID     string         `json:"id"`
	Doc    string         `json:"doc"`
	Pos    plan.Pos       `json:"pos"`
	Match  string         `json:"match"`
	Each   string         `json:"each"`
	When   string         `json:"when"`
	Do     []Step         `json:"do"`
	Holds  []page.Example `json:"holds"`
	Passes []page.Example `json:"passes"`
	Own    bool           `json:"own"` // the user may change it, as it belongs to no pack
}

// Name returns the rule's id, or else its number.
func (r Rule) Name() string { return cmp.Or(r.ID, fmt.Sprint("rule ", r.Number)) }

// A Step is an action of a rule.
type Step struct {
	Action string `json:"action"`
	When   string `json:"when"`
	Args   string `json:"args"` // as JSON
}

// A Looker examines rule sets.
type Looker struct {
	Here   string // the folder that files are named from
	Given  bool   // the rules are given on the command line
	Stderr io.Writer
}

// Look examines a rule set. Faults in rules are findings, not errors.
func (l Looker) Look(in layers.Set) (*Look, error) {
	s := compile.Schema()
	look := &Look{At: time.Now(), Layers: in.Layers}
	counts := compile.Count(in)
	look.Notice = counts.Notice
	var set, acting *schema.Set
	var of *page.Page
	var err error
	bounded.Rules.Do(s, in.Layers, l.Stderr, func() { set, err = vet.Vet(s, in.Layers...) })
	if look.Findings, err = show.Findings(set, err, l.Here); err != nil {
		return nil, err
	}
	if counts.Notice != "" && in.Asks != "" {
		other := compile.Schema()
		bounded.Rules.Do(other, in.Layers, l.Stderr, func() { acting, _ = counts.Compile(other) }) // its faults are reported where it is shown
	}
	if Compiles(look.Findings) {
		bounded.Tests.Do(s, in.Layers, l.Stderr, func() { of, err = page.From(s, set, in.Layers...) })
		found, err := show.Findings(&schema.Set{}, err, l.Here) // faults of tests
		if err != nil {
			return nil, err
		}
		look.Findings = append(look.Findings, found...)
	}
	if of == nil {
		of = &page.Page{}
		for _, h := range set.Hooks {
			of.Hooks = append(of.Hooks, page.Hook{Listed: h})
		}
	}
	names, err := l.above(look)
	if err != nil {
		return nil, err
	}
	for _, h := range of.Hooks {
		is := l.hook(h, acting)
		if names.Has(h.Name) {
			is.State = "overruled"
		}
		look.Hooks = append(look.Hooks, is)
	}
	return look, nil
}

// above adds the organisation's hooks, and returns their names.
func (l Looker) above(look *Look) (names plan.Names, err error) {
	over, strange := layers.Organisation(nil)
	if look.Notice = cmp.Or(strange, look.Notice); l.Given || len(over.Layers) == 0 {
		return nil, nil
	}
	s := compile.Schema()
	var of *page.Page
	set, err := s.Compile(over.Layers...) // without bounds, as the administrator wrote them
	if err == nil {
		of, err = page.From(s, set, over.Layers...)
	}
	if err != nil {
		found, err := show.Findings(&schema.Set{}, err, l.Here)
		look.Findings = append(look.Findings, found...)
		return nil, err
	}
	look.Layers = append(over.Layers, look.Layers...)
	for _, h := range of.Hooks {
		is := l.hook(h, nil)
		is.Owner, names = "organisation", append(names, h.Name)
		look.Hooks = append(look.Hooks, is)
	}
	return names, nil
}

// Compiles reports whether the rules compile: all faults found are from vet's further checks, which
// don't keep hooks from running.
func Compiles(found []show.Finding) bool {
	further := func(f show.Finding) bool {
		return slices.ContainsFunc(vet.Checks(), func(c vet.Check) bool { return c.Name == f.Check && c.Run != nil })
	}
	return !slices.ContainsFunc(found, func(f show.Finding) bool { return f.Severity == "error" && !further(f) })
}

// hook returns a hook in the form that is shown.
func (l Looker) hook(h page.Hook, acting *schema.Set) Hook {
	out := Hook{Listed: h.Listed, State: compile.State(h.Listed, acting), Owner: compile.Owner(h.From, l.Given)}
	if h.Each != nil {
		out.Each = h.Each.Expr.Src
	}
	for _, r := range h.Rules {
		rule := Rule{Number: r.Number, ID: r.ID, Doc: r.Doc, Pos: r.Pos, Match: r.Match, Holds: r.Holds, Passes: r.Passes,
			Own: filepath.IsAbs(r.Pos.File)}
		if r.Rule.Each != nil {
			rule.Each = r.Rule.Each.Name + " of " + r.Rule.Each.Expr.Src
		}
		if r.When != nil {
			rule.When = r.When.Src
		}
		for _, s := range r.Do {
			step := Step{Action: s.Action, Args: string(files.JSON(s.Args))}
			if s.When != nil {
				step.When = s.When.Src
			}
			rule.Do = append(rule.Do, step)
		}
		out.Has = append(out.Has, rule)
	}
	return out
}
