package engine

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A rule may mark what it says, to say it once. But the event's sender may read none of the outputs
// that the rule uses. Then the step that marks ends its rule instead, so that another event or hook
// can still say it. This applies only to rules whose later steps do nothing but say something:
// other effects count whether or not anybody hears of them.

// unheard returns an ErrSkip that names the outputs if step i of a rule marks what nobody would
// read.
func (s *scene) unheard(rule *plan.Rule, i int) error {
	step := &rule.Do[i]
	if s.engine.Takes == nil || !s.engine.tells(step) {
		return nil
	}
	after, err := s.after(rule, i)
	if err != nil {
		return err
	}
	var lost []string
	for _, next := range after {
		said, only := s.engine.says(next)
		if !only || slices.ContainsFunc(said, s.engine.Takes) {
			return nil
		}
		lost = append(lost, said...)
	}
	if len(lost) == 0 {
		return nil
	}
	slices.Sort(lost)
	return fmt.Errorf("%w: %s doesn't read %s here", ErrSkip, s.event.Client.Name, strings.Join(slices.Compact(lost), ", "))
}

// tells reports whether a step records that something is said.
func (e *Engine) tells(step *plan.Step) bool {
	a := e.Actions.Get(step.Action)
	return a != nil && a.Tells && (a.Marks == "" || gjson.GetBytes(step.Args, a.Marks).Exists())
}

// after returns the steps that may depend on step i of a rule: those after it and, if it has a
// name, those of later rules of the hook, which may use its outcome.
func (s *scene) after(rule *plan.Rule, i int) ([]plan.Step, error) {
	all := slices.Clip(rule.Do[i+1:])
	if rule.Do[i].As == "" {
		return all, nil
	}
	behind := false
	for n := range s.hook.Rules {
		other := &s.hook.Rules[n]
		if behind && !other.Off {
			if err := other.LoadSteps(); err != nil {
				return nil, err
			}
			all = append(all, other.Do...)
		}
		behind = behind || other == rule
	}
	return all, nil
}

// says returns the outputs of a step, and whether it does nothing but say something.
func (e *Engine) says(step plan.Step) (outputs []string, only bool) {
	a := e.Actions.Get(step.Action)
	if a == nil {
		return nil, false
	}
	outputs = a.Outputs(step.Args)
	return outputs, a.Beside || len(outputs) > 0 && len(a.Abilities()) == 0 && a.Store == ""
}
