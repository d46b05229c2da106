package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sync"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A scene is one hook with its names bound to values of the event.
type scene struct {
	*Run
	hook     *plan.Hook
	env      map[string]any
	outcomes map[string]any // of steps by their names
	trace    *HookTrace     // nil for none
	at       *RuleTrace     // of the rule that is asked; nil for none
}

// bind gives the names that any hook has their values. Facts are bound but not asked.
func (r *Run) bind(h *plan.Hook, trace *HookTrace) *scene {
	r.call.Hook = h.Name
	r.bound["event"] = h.Event.Read(r.event.Root(), nil)
	s := &scene{Run: r, hook: h, env: r.bound, trace: trace}
	if trace != nil {
		for name, m := range r.facts {
			m.heard = s.asked(name)
		}
	}
	return s
}

// whole reads what has not been read of the hook, and gives its lets and the steps
// that have names their values.
func (s *scene) whole() error {
	h := s.hook
	if err := h.Whole(); err != nil {
		return err
	}
	s.env, s.outcomes = maps.Clone(s.bound), map[string]any{}
	for _, rule := range h.Rules {
		for _, step := range rule.Do {
			if as := step.As; as != "" {
				s.outcomes[as] = s.outcome(&step, Outcome{}, nil)
				s.env[as] = func() (any, error) { return s.outcomes[as], nil }
			}
		}
	}
	for _, let := range h.Let {
		names := s.env
		if _, fact := names[let.Name]; fact { // in its own expression the name means the fact
			names = maps.Clone(names)
		}
		s.env[let.Name] = sync.OnceValues(func() (any, error) {
			v, err := let.Expr.Code.Run(names)
			s.let(&let, names, v, err)
			return v, s.fault(0, let.Expr.Pos, err)
		})
	}
	return nil
}

// prefetch asks the lets named at once, so that those that wait wait together.
func (s *scene) prefetch() {
	var wait sync.WaitGroup
	for _, name := range s.hook.Prefetch {
		if ask, ok := s.env[name].(func() (any, error)); ok {
			wait.Go(func() {
				defer func() { recover() }() // whoever asks again gets the panic in its own place
				ask()
			})
		}
	}
	wait.Wait()
}

// rules runs the hook's rules in order, for each item of its list if it has one.
func (s *scene) rules() error {
	h := s.hook
	if !h.Early {
		if err := s.whole(); err != nil {
			return s.fault(0, h.Pos, err)
		}
	}
	if h.When != nil {
		if ok, err := s.holds(h.When, s.trace.when()); err != nil || !ok {
			return s.fault(0, h.Pos, err)
		}
	}
	if h.Early {
		if err := s.whole(); err != nil {
			return s.fault(0, h.Pos, err)
		}
	}
	s.prefetch()
	var first error
	err := s.each(h.Each, s.trace.each(), func(item any) (bool, error) {
		decided, err := s.row(item)
		if err != nil && !h.First && !h.Closed {
			if first != nil {
				s.failed(h, s.discreet(first))
			}
			first, err = err, nil
		}
		return decided, err
	})
	if err == nil {
		err = first
	}
	return err
}

// each calls f with each item of a list, which rules then know by its name, until one
// decides or fails; once where there is no list. What the list came to is noted at to.
func (s *scene) each(e *plan.Each, to **Finding, f func(item any) (decided bool, err error)) error {
	if e == nil {
		_, err := f(nil)
		return err
	}
	v, err := e.Expr.Code.Run(s.env)
	s.note(to, &e.Expr, v, err)
	if err != nil {
		return s.fault(0, e.Expr.Pos, err)
	}
	list := reflect.ValueOf(v)
	switch {
	case v == nil:
		return nil
	case list.Kind() != reflect.Slice:
		return s.fault(0, e.Expr.Pos, fmt.Errorf("found %s, want a list", kindOf(v)))
	}
	defer delete(s.env, e.Name)
	for i := range list.Len() {
		item := list.Index(i).Interface()
		s.env[e.Name] = item
		if decided, err := f(item); decided || err != nil {
			return err
		}
	}
	return nil
}

// row runs the rules in order. It reports whether one of a decision table decided, and
// returns the last fault; those before it are logged.
func (s *scene) row(item any) (decided bool, err error) {
	h := s.hook
	var first error
	for i := range h.Rules {
		rule := &h.Rules[i]
		if rule.Off || !s.matches(rule) {
			s.trace.rule(i).elsewhere()
			continue
		}
		at := s.reply.mark()
		done, err := s.rule(i+1, rule, item)
		s.trace.rule(i).came(done, err)
		if err != nil {
			s.reply.rewind(at)
			err = s.fault(i+1, rule.Pos, err)
			if h.First || h.Closed {
				return true, err
			}
			if first != nil {
				s.failed(h, s.discreet(first))
			}
			first = err
		} else {
			if done {
				s.ran[len(s.ran)-1].held(i+1, rule.ID)
			}
			if !h.Closed { // of a closed one all counts or nothing
				s.keep(len(s.kept.ran))
			}
		}
		if done && h.First {
			return true, first
		}
	}
	return false, first
}

// matches reports whether a rule's own matcher holds.
func (s *scene) matches(rule *plan.Rule) bool {
	if rule.Match == "" {
		return true
	}
	m := s.reply.agenda.Matcher
	return m.Matches(rule.Match, m.Subject(s.event))
}

// rule runs the rule of a number, for each item of its list if it has one. It reports
// whether its condition held for one. Item is that of the hook.
func (s *scene) rule(n int, rule *plan.Rule, item any) (held bool, err error) {
	if rule.Event != nil {
		env := s.env
		defer func() { s.env = env }()
		s.env = maps.Clone(env)
		s.env["event"] = rule.Event.Read(s.event.Root(), nil)
	}
	whole := s.trace.rule(n - 1)
	err = s.each(rule.Each, whole.each(), func(own any) (bool, error) {
		s.at = whole
		if rule.Each != nil {
			s.at = whole.of(own)
		} else if s.hook.Each != nil {
			s.at = whole.of(item)
		}
		done, err := s.once(rule)
		s.at.came(done, err)
		held = held || done
		return done && s.hook.First, err
	})
	return held, err
}

// once runs a rule for what it knows now. It reports whether its condition held.
func (s *scene) once(rule *plan.Rule) (bool, error) {
	if rule.When != nil {
		if ok, err := s.holds(rule.When, s.at.when()); err != nil || !ok {
			return false, err
		}
	}
	for i := range rule.Do {
		if err := s.step(&rule.Do[i]); errors.Is(err, ErrSkip) {
			break
		} else if err != nil {
			return true, err
		}
	}
	return true, nil
}

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
	err := func() (err error) {
		action, ok := s.engine.Actions[step.Action]
		if !ok {
			return fmt.Errorf("unknown action %s", step.Action)
		}
		if args, err = s.args(step); err != nil {
			return err
		}
		value, err = action.Do.run(s.call, args)
		return err
	}()
	st.did(args, value, err)
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

// holds evaluates a condition, and notes at to what it came to.
func (s *scene) holds(x *plan.Expression, to **Finding) (bool, error) {
	v, err := x.Code.Run(s.env)
	s.note(to, x, v, err)
	if err != nil {
		return false, s.fault(0, x.Pos, err)
	}
	ok, isBool := v.(bool)
	if !isBool {
		return false, s.fault(0, x.Pos, fmt.Errorf("found %s, want true or false", kindOf(v)))
	}
	return ok, nil
}

// fault places an error at a rule unless it has a place already.
func (s *scene) fault(rule int, pos plan.Pos, err error) error {
	var placed *plan.Error
	if err == nil || errors.As(err, &placed) {
		return err
	}
	return &plan.Error{Pos: pos, Hook: s.hook.Name, Rule: rule, Err: err}
}
