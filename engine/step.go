package engine

import (
	"encoding/json"
	"errors"
	"fmt"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// step runs an action, if it is to be done. One whose step has a name keeps its failure
// to itself.
func (s *scene) step(step *plan.Step) error {
	st := s.at.step(step)
	if step.When != nil {
		if ok, err := s.holds(step.When, st.when()); err != nil || !ok {
			if step.As != "" {
				s.outcomes[step.As] = s.outcome(step, Outcome{}, nil)
			}
			return err
		}
	}
	var args, value any
	s.call.left = st.leave()
	at := s.reply.mark()
	err := func() (err error) {
		action := s.engine.Actions.Get(step.Action)
		if action == nil {
			return fmt.Errorf("unknown action %s", step.Action)
		}
		if args, err = s.args(step); err != nil {
			return err
		}
		value, err = action.Do.run(s.call, args)
		return err
	}()
	st.did(args, value, s.reply.ops[at:], err)
	if s.host.Idle() {
		st.idle(s.engine.Actions.Get(step.Action).Runs)
	}
	if step.As != "" {
		o := Outcome{Ran: true, OK: err == nil}
		if err != nil {
			o.Error = err.Error()
		}
		s.outcomes[step.As] = s.outcome(step, o, value)
		return nil // the rules ask for it
	}
	if err != nil && !errors.Is(err, ErrSkip) {
		return s.fault(0, step.Pos, fmt.Errorf("%s: %w", step.Action, err))
	}
	return err
}

// args returns a step's arguments with their templates filled in.
func (s *scene) args(step *plan.Step) (any, error) { return s.fill(step, gjson.ParseBytes(step.Args)) }

func (s *scene) fill(step *plan.Step, v gjson.Result) (any, error) {
	switch {
	case v.Type == gjson.String:
		return s.text(step, v.String())
	case v.IsObject(), v.IsArray():
		out, list := map[string]any{}, []any{}
		var err error
		v.ForEach(func(k, item gjson.Result) bool {
			var x, key any
			if x, err = s.fill(step, item); err != nil {
				return false
			}
			if v.IsArray() {
				list = append(list, x)
				return true
			}
			if key, err = s.text(step, k.String()); err != nil {
				return false
			}
			out[plan.TextOf(key)] = x
			return true
		})
		if v.IsArray() {
			return list, err
		}
		return out, err
	}
	return json.RawMessage(v.Raw), nil
}

// text returns a string argument with its expressions filled in.
func (s *scene) text(step *plan.Step, src string) (any, error) {
	t, ok := step.Texts[src]
	if !ok {
		return src, nil
	}
	v, err := t.Fill(s.env)
	return plain(v), err
}

// outcome returns what a step's name gives: how it went, with the value if its
// action gives one.
func (s *scene) outcome(step *plan.Step, o Outcome, value any) any {
	if action := s.engine.Actions.Get(step.Action); action != nil {
		return action.Do.outcome(o, value)
	}
	return o
}
