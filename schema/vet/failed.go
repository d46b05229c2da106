package vet

import (
	"regexp"
	"slices"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// ofFailure warns of rules that speak of a failure, in their docs or in their texts, but hold only
// if nothing failed: after a program whose failure ends the rule, or at an event about calls that
// succeeded.
func ofFailure(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		for i, rule := range h.Rules {
			if h.Bindings[0].Hook.Rules[i].Off {
				continue
			}
			said := s.speaksOfFailure(h, rule)
			if said == nil || !s.own(said.Written().Pos) {
				continue
			}
			if step := s.endedByFailure(rule); step != nil {
				finding{at: step.Written(), check: checkEarly, mild: true,
					text: step.Action + ": ends the rule where it fails, so that what follows is said where it went well, and the rule speaks of a failure; want a name (as: \"NAME\") and  when: \"!NAME().ok\"  beside what follows"}.say(r)
				continue
			}
			for _, b := range h.Bindings {
				failed := s.Schema.Events.Failed(b.Event)
				if failed != "" && len(h.Bindings) == 1 && !s.looksForFailure(h) {
					finding{at: h.Field("on").Written(), check: checkLost, mild: true,
						text: "found " + b.Event + " for a rule that speaks of a failure, and it comes after what succeeded; want " + failed}.say(r)
				}
			}
		}
	}
}

// failure matches a text that speaks of a failure, and noFailure one that speaks of its absence.
var (
	failure   = regexp.MustCompile(`(?i)\b(fails|failed|failing)\b`)
	noFailure = regexp.MustCompile(`(?i)(\bno\b|\bnot\b|\bnever\b|n't|\bwithout\b|\bunless\b|\bbefore\b|\bbut\b).*\bfail|\bfail\w*.*\b(earlier|before|last|again|once)\b`)
)

// speaksOfFailure returns the doc of a rule, or what it says to the model or the user, if it speaks
// of a failure; nil if nothing does.
func (s *Subject) speaksOfFailure(h *Hook, rule schema.Rule) *schema.Node {
	all := []schema.Node{rule.Field("doc")}
	if len(h.Rules) == 1 {
		all = append(all, h.Field("doc"))
	}
	answers := false
	for _, step := range rule.Steps {
		for _, use := range s.Schema.Library.Actions[step.Action].Uses {
			answers = true
			n := step.Node
			if use.Arg != "" {
				n = step.Field(use.Arg)
			}
			all = append(all, n)
		}
	}
	for _, n := range all {
		if text, err := n.String(); answers && err == nil && failure.MatchString(text) && !noFailure.MatchString(text) {
			return &n
		}
	}
	return nil
}

// endedByFailure returns the unnamed step of a rule that runs a program before something is said;
// nil if there is none.
func (s *Subject) endedByFailure(rule schema.Rule) *schema.Step {
	for i, step := range rule.Steps {
		if s.Schema.Library.Actions[step.Action].Runs == "" || step.As != "" || step.When.Exists() {
			continue
		}
		if s.answers(rule.Steps[i+1:]) {
			return &rule.Steps[i]
		}
	}
	return nil
}

// looksForFailure reports whether a hook looks at what may tell of a failure: the result of the
// call, a file, or a program that it runs.
func (s *Subject) looksForFailure(h *Hook) bool {
	for t := range takings(h) {
		if a := s.Schema.Library.Actions[t.step.Action]; a.Runs != "" || a.Starts != "" {
			return true
		}
	}
	return slices.ContainsFunc(h.expressions, func(x expression) (looks bool) {
		traits := s.Schema.Events.Traits(x.binding.Event, x.binding.Agenda.Matcher, x.match())
		ast.Walk(&x.tree, nodes(func(n ast.Node) {
			switch n := n.(type) {
			case *ast.CallNode:
				_, fact, ok := x.factOf(n)
				looks = looks || ok && (fact.Reads != "" || fact.Looks != "" || fact.Marks != "") || !ok
			case *ast.MemberNode:
				root, path, ok := x.trail(n)
				looks = looks || ok && root == "event" && len(path) == 1 && traits.Long[path[0]]
			}
		}))
		return looks
	})
}
