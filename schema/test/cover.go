package test

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// A Rule is a rule with what tests saw of it.
type Rule struct {
	Hook   string   `json:"hook"`
	Number int      `json:"rule"` // in its hook, from 1
	ID     string   `json:"id,omitempty"`
	Pos    plan.Pos `json:"pos"`
	Doc    string   `json:"doc,omitempty"`
	Fired  bool     `json:"fired"` // it held in some test
	// Passed says that it was also passed over: its condition did not hold or, if it
	// has none, an earlier row of its table or the hook's condition decided.
	Passed bool `json:"passed"`
	Always bool `json:"always,omitempty"` // it can't be passed over
}

// A Cover is what tests saw of the rules in a set's own files, in the order of
// their places. Those of packs that it embeds are the packs' to test.
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

func cover(rep Report) Cover {
	type key struct {
		hook   string
		number int
	}
	var own []string
	for _, layer := range rep.Layers {
		own = append(own, filepath.ToSlash(layer))
	}
	rules := map[key]*Rule{}
	conditional := map[key]bool{}
	for _, a := range rep.Plan.Events {
		for _, h := range a.Hooks {
			for i, r := range h.Rules {
				k := key{h.Name, i + 1}
				if rules[k] == nil && slices.Contains(own, path.Dir(filepath.ToSlash(r.Pos.File))) {
					rules[k] = &Rule{Hook: h.Name, Number: i + 1, ID: r.ID, Pos: r.Pos, Doc: r.Doc,
						Always: r.When == nil && h.When == nil && !(h.First && i > 0)}
					conditional[k] = r.When != nil
				}
			}
		}
	}
	for _, res := range rep.Results {
		for _, t := range res.traces {
			for _, h := range t.Hooks {
				for _, seen := range h.Rules {
					k := key{h.Name, seen.Number}
					if r := rules[k]; r != nil {
						r.Fired = r.Fired || seen.Result == engine.Held
						r.Passed = r.Passed || seen.Result == engine.NotHeld || seen.Result == engine.NotReached && h.Error == "" && !conditional[k]
					}
				}
			}
		}
	}
	var all Cover
	for _, r := range slices.Collect(maps.Values(rules)) {
		all = append(all, *r)
	}
	slices.SortFunc(all, func(a, b Rule) int {
		switch {
		case a.Pos.File != b.Pos.File:
			return strings.Compare(a.Pos.File, b.Pos.File)
		case a.Pos.Line != b.Pos.Line:
			return a.Pos.Line - b.Pos.Line
		case a.Pos.Col != b.Pos.Col:
			return a.Pos.Col - b.Pos.Col
		}
		return a.Number - b.Number
	})
	return all
}
