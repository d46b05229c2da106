package engine

import (
	"errors"
	"fmt"

	"bcrules.dev/engine/plan"
)

// step runs the action of step i of a rule if its condition holds. The failure of a named step
// doesn't fail the rule.
func (s *scene) step(rule *plan.Rule, i int) error {
	step := &rule.Do[i]
	st := s.at.step(step)
	if step.When != nil {
		if ok, err := s.holds(step.When, st.when()); err != nil || !ok {
			if step.As != "" {
				s.outcomes[step.As] = s.outcome(step, Outcome{}, nil)
			}
			return err
		}
	}
	if err := s.asTrusted(step); err != nil { // fails the rule even for a named step, as rules must not act on its outcome
		return err
	}
	var args, value any
	s.call.rejected, s.call.named = st.rejects(), step.As != ""
	at := s.reply.mark()
	err := func() (err error) {
		action := s.engine.Actions.Get(step.Action)
		if action == nil {
			return fmt.Errorf("unknown action %s", step.Action)
		}
		if args, err = s.args(step); err != nil {
			return err
		}
		if err := s.unheard(rule, i); err != nil {
			return err
		}
		value, err = action.Do.run(s.call, args)
		return err
	}()
	st.finished(args, value, s.reply.ops[at:], err)
	if s.host.Idle() {
		st.idle(s.engine.Actions.Get(step.Action).Runs)
	}
	if step.As != "" {
		o := Outcome{Ran: true, OK: err == nil}
		if err != nil {
			o.Error = err.Error()
		}
		s.outcomes[step.As] = s.outcome(step, o, value)
		return nil // rules read it from the outcome
	}
	if err != nil && !errors.Is(err, ErrSkip) {
		return s.fault(0, step.Pos, fmt.Errorf("%s: %w", step.Action, err))
	}
	return err
}

// outcome returns what a named step evaluates to: the outcome, with the action's result if any.
func (s *scene) outcome(step *plan.Step, o Outcome, value any) any {
	if shape := s.storeOutcome(step); shape != nil {
		return stored(shape, o, value)
	}
	if action := s.engine.Actions.Get(step.Action); action != nil {
		return action.Do.outcome(o, value)
	}
	return o
}
