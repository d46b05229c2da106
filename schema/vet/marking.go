package vet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// A question is a call that reads marks, with its literal options.
type question struct {
	expression
	call    *ast.CallNode
	fact    engine.Fact
	options map[string]string
}

// questions returns a hook's calls that read the marks of a name.
func (h *Hook) questions(name string) (all []question) {
	for _, x := range h.expressions {
		ast.Walk(&x.tree, nodes(func(n ast.Node) {
			call, ok := n.(*ast.CallNode)
			if !ok {
				return
			}
			_, fact, ok := x.factOf(call)
			at := fact.Param(fact.Marks)
			if !ok || at < 0 || at >= len(call.Arguments) {
				return
			}
			if texts := textsIn(call.Arguments[at]); len(texts) == 0 || texts[0].Value != name {
				return
			}
			q := question{x, call, fact, map[string]string{}}
			for _, arg := range call.Arguments[at+1:] {
				if options, ok := arg.(*ast.MapNode); ok {
					for _, pair := range options.Pairs {
						key, value := pair.(*ast.PairNode).Key, pair.(*ast.PairNode).Value
						if texts := append(textsIn(key), textsIn(value)...); len(texts) == 2 {
							q.options[texts[0].Value] = texts[1].Value
						}
					}
				}
			}
			all = append(all, q)
		}))
	}
	return all
}

// checkMarks finds actions that mark something in another way than their rule reads it, and actions
// whose marks prevent no repetition.
func (s *Subject) checkMarks(h *Hook, r *schema.Report) {
	for name := range s.Set.Source.Root.Field("marks").Members() {
		s.unmarked(h, name, r)
	}
	for i, rule := range h.Rules {
		s.guardsNothing(rule.Steps, r)
		for _, step := range rule.Steps {
			a := s.Schema.Library.Actions[step.Action]
			if a.Gate && a.Marks == "" && !step.Field("as").Exists() {
				for _, arg := range a.Writes {
					s.alwaysNew(h, step, step.Field(arg), r)
				}
			}
			if a.Marks == "" {
				continue
			}
			if a.Once && a.Marks != "" {
				s.alwaysNew(h, step, step.Field("key"), r)
			}
			name, _ := step.Field(a.Marks).String()
			if !a.Once {
				if a.Gives() == "" { // it only removes
					s.unmade(step, name, r)
				}
				continue
			}
			s.differing(h, i, step, name, r)
			s.oneForAll(h, i, step, name, r)
			s.unequal(h, i, step, name, r)
		}
	}
}

// guardsNothing warns of a last step that would keep others from being done again, while nothing
// reads what it leaves.
func (s *Subject) guardsNothing(steps []schema.Step, r *schema.Report) {
	n := len(steps) - 1
	if n < 1 || steps[n].As != "" {
		return
	}
	step, a := steps[n], s.Schema.Library.Actions[steps[n].Action]
	name, _ := step.Field(a.Marks).String()
	marks := a.Once && s.answers(steps[:n]) && !s.readsMarks(name)
	claims := a.Gate && slices.ContainsFunc(steps[:n], func(before schema.Step) bool {
		of := s.Schema.Library.Actions[before.Action]
		return !before.When.Exists() && len(of.Uses)+len(of.Runs)+len(of.Starts) > 0
	}) && !s.looksAtAny(step)
	if marks || claims {
		r.Warnf(step.Written(), checkEarly, "%s: stands after what is done each time, and keeps only what follows it from being done again; want it first", step.Action)
	}
}

// looksAtAny reports whether an expression of the scope contains a path that a step writes, or may
// contain one that is computed.
func (s *Subject) looksAtAny(step schema.Step) bool {
	return slices.ContainsFunc(s.Schema.Library.Actions[step.Action].Writes, func(arg string) bool {
		path, err := step.Field(arg).String()
		return err != nil || strings.Contains(path, "${") || s.mentions(path)
	})
}

// mentions reports whether a text occurs in an expression of the scope.
func (s *Subject) mentions(text string) bool {
	return slices.ContainsFunc(s.Hooks, func(h *Hook) bool {
		return slices.ContainsFunc(h.expressions, func(x expression) bool { return strings.Contains(x.src, text) })
	})
}

// checkNeeds finds arguments without effect, and steps without effect where they stand.
func (s *Subject) checkNeeds(h *Hook, r *schema.Report) {
	for i, rule := range h.Rules {
		for n, step := range rule.Steps {
			a := s.Schema.Library.Actions[step.Action]
			for _, need := range a.Needs {
				given := slices.ContainsFunc(need.Others, func(other string) bool { return step.Field(other).Exists() })
				if at := step.Field(need.Arg); at.Exists() && !given {
					finding{at: at.Label(), check: checkUnused, text: step.Action + ": found " + need.Arg + ", which says nothing without " + strings.Join(need.Others, " or ")}.say(r)
				}
			}
			for _, arg := range a.Idle {
				if at := step.Field(arg); at.Exists() && !at.Open() {
					finding{at: at.Label(), check: checkUnused, text: step.Action + ": found " + arg + ", which it says nothing of", mild: true}.say(r)
				}
			}
			if a.Gives() != "" && len(a.Uses)+len(a.Writes) == 0 && a.Runs+a.Starts+a.Store == "" && step.As == "" {
				finding{at: step.Written(), check: checkUnused, text: step.Action + ": found no name (as), so that nobody asks what it gives", mild: true}.say(r)
			}
			if a.Gate && n == len(rule.Steps)-1 && step.As == "" && len(h.Rules) > i+1 && s.answers(h.Rules[i+1].Steps) && !h.Bindings[0].Hook.First && !s.looksAtAny(step) {
				finding{at: step.Written(), check: checkEarly, text: step.Action + ": found nothing after it in its rule, which is all that it keeps from being done again; want it before that", mild: true}.say(r)
			}
		}
	}
}

// differing warns of a mark whose options, such as its time, differ from those with which its rule
// reads it.
func (s *Subject) differing(h *Hook, rule int, step schema.Step, name string, r *schema.Report) {
	for _, q := range h.questions(name) {
		if q.let != "" || q.rule >= 0 && q.rule != rule {
			continue
		}
		for _, option := range q.fact.Options {
			own, err := step.Field(option).String()
			if asked := q.options[option]; own != asked && (err == nil) == (own != "") {
				finding{at: step.Written(), check: checkValue, text: step.Action + ": found " + orElse(own, "no") + " " + option + ", and " + orElse(asked, "none") + " where the rule asks " + q.call.String() + "; want one", mild: true}.say(r)
				return
			}
		}
	}
}

// unmade warns of a step that removes marks which no action of the scope makes.
func (s *Subject) unmade(step schema.Step, name string, r *schema.Report) {
	makes := func(step schema.Step) bool {
		a := s.Schema.Library.Actions[step.Action]
		of, err := step.Field(a.Marks).String()
		return a.Once && (of == name || err != nil)
	}
	for _, h := range s.Set.Written {
		if slices.ContainsFunc(h.Rules, func(rule schema.Rule) bool { return slices.ContainsFunc(rule.Steps, makes) }) {
			return
		}
	}
	if name != "" && s.ownsMarks(name) {
		finding{at: step.Written(), check: checkValue, text: step.Action + ": found " + name + ", which no action marks anything of", mild: true}.say(r)
	}
}

// unmarked warns of tests for a key that no action of the scope marks, provided that all of them
// mark literal keys.
func (s *Subject) unmarked(h *Hook, name string, r *schema.Report) {
	keys := map[string]bool{}
	for _, h := range s.Hooks {
		for _, rule := range h.Rules {
			for _, step := range rule.Steps {
				a := s.Schema.Library.Actions[step.Action]
				if of, _ := step.Field(a.Marks).String(); a.Marks == "" || of != name {
					continue
				}
				key, err := step.Field("key").String()
				if !a.Once || err != nil || strings.Contains(key, "${") {
					return // any key is possible
				}
				keys[key] = true
			}
		}
	}
	if !s.ownsMarks(name) {
		return
	}
	for _, q := range h.questions(name) {
		ast.Walk(&q.tree, nodes(func(n ast.Node) {
			in, ok := n.(*ast.BinaryNode)
			if !ok || in.Operator != "in" || in.Right != ast.Node(q.call) {
				return
			}
			for _, text := range textsIn(in.Left) {
				switch {
				case keys[text.Value]:
				case len(keys) == 0 && len(s.Hooks) == len(s.Set.Written): // nothing makes them, which is said there
				case len(keys) == 0:
					f := q.value(text, "%s: found %s, and no hook that is on marks any of %s", q.call, text.Value, name)
					f.mild = true
					f.say(r)
				default:
					q.value(text, "%s: found %s, which no action marks, want %s", q.call, text.Value, strings.Join(slices.Sorted(maps.Keys(keys)), ", ")).say(r)
				}
			}
		}))
	}
}

func orElse(text, none string) string {
	return cmp.Or(text, none)
}

// answers reports whether a step answers without a condition.
func (s *Subject) answers(steps []schema.Step) bool {
	return slices.ContainsFunc(steps, func(step schema.Step) bool {
		return len(s.Schema.Library.Actions[step.Action].Uses) > 0 && !step.When.Exists()
	})
}

// readsMarks reports whether anything reads the marks of a name, or other programs may.
func (s *Subject) readsMarks(name string) bool {
	return !s.ownsMarks(name) || slices.ContainsFunc(s.Hooks, func(h *Hook) bool { return len(h.questions(name)) > 0 })
}
