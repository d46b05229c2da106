package test

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// A Rule is a rule with its coverage by tests.
type Rule struct {
	Hook   string   `json:"hook"`
	Number int      `json:"rule"` // in its hook, from 1
	ID     string   `json:"id,omitempty"`
	Pos    plan.Pos `json:"pos"`
	Doc    string   `json:"doc,omitempty"`
	Fired  bool     `json:"fired"` // the rule held in a test
	// Passed says that the rule also didn't apply in a test: its condition didn't hold or, if it
	// has none, an earlier row of its table or the hook's condition decided.
	Passed bool `json:"passed"`
	Always bool `json:"always,omitempty"` // the rule always applies

	conditional bool // it has a condition of its own
}

// A Cover is the coverage of the rules in a set's own files, sorted by position. Embedded packs
// test their own rules.
type Cover []Rule

// Fired returns how many rules fired.
func (c Cover) Fired() int {
	n := 0
	for _, r := range c {
		if r.Fired {
			n++
		}
	}
	return n
}

// A ruleKey identifies a rule of a rule set.
type ruleKey struct {
	hook   string
	number int
}

// cover returns the coverage of a set's rules by its tests, sorted by position.
func cover(rep Report) Cover {
	rules := ownRules(rep.Set)
	for _, res := range rep.Results {
		for _, seen := range res.traces {
			if r := rules[seen.rule]; r != nil {
				r.Fired = r.Fired || seen.result == engine.Held
				r.Passed = r.Passed || seen.result == engine.NotHeld || seen.result == engine.Elsewhere || seen.result == engine.NotReached && !seen.failed && !r.conditional
			}
		}
	}
	var all Cover
	for _, r := range rules {
		all = append(all, *r)
	}
	slices.SortFunc(all, func(a, b Rule) int {
		return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col, a.Number-b.Number)
	})
	return all
}

// ownRules returns the rules in the set's own layers.
func ownRules(s Set) map[ruleKey]*Rule {
	var own []string
	for _, layer := range s.Layers {
		own = append(own, filepath.ToSlash(layer))
	}
	rules := map[ruleKey]*Rule{}
	for _, a := range s.Plan.Events {
		for _, h := range a.Hooks {
			for i, r := range h.Rules {
				k, conditional := ruleKey{h.Name, i + 1}, r.When != nil || r.Each != nil || r.Match != ""
				if !r.Off && rules[k] == nil && slices.Contains(own, path.Dir(filepath.ToSlash(r.Pos.File))) {
					rules[k] = &Rule{Hook: h.Name, Number: i + 1, ID: r.ID, Pos: r.Pos, Doc: r.Doc,
						Always: !conditional && h.When == nil && h.Each == nil && !(h.First && i > 0), conditional: conditional}
				}
			}
		}
	}
	return rules
}
